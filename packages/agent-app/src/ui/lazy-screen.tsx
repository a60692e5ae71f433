import type { ComponentType } from 'react'
import { words } from '../words/index.ts'
import { LoadFailure } from './load-failure.tsx'
import { toPart, usePart } from './part.ts'
import { Spinner } from './spinner.tsx'

/**
 * A screen whose script is loaded when it is first opened. When that fails, it says that it needs the connection, and
 * loads when the connection is back.
 */
export function lazyScreen<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): ComponentType<Props> {
  const part = toPart(load)
  return function LazyScreen(props: Props) {
    const { Loaded, failed, retry } = usePart(part)
    if (Loaded) return <Loaded {...props} />
    if (failed) return <LoadFailure key={failed.attempt} error={failed.error} onRetry={retry} />
    return (
      <div role="status" className="m-auto text-muted">
        <Spinner className="size-5" />
        <span className="sr-only">{words.common.loading}</span>
      </div>
    )
  }
}
