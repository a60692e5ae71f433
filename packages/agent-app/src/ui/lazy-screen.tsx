import { type ComponentType, useEffect, useState } from 'react'
import { words } from '../words/index.ts'
import { repeatable } from './load-again.ts'
import { LoadFailure } from './load-failure.tsx'
import { Spinner } from './spinner.tsx'

/**
 * A screen whose script is loaded when it is first opened. Unlike React.lazy it does not keep a failure: it says that
 * it needs the connection, and loads when the connection is back.
 */
export function lazyScreen<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): ComponentType<Props> {
  const loadAgain = repeatable(load)
  let Loaded: ComponentType<Props> | undefined
  return function LazyScreen(props: Props) {
    const [Screen, setScreen] = useState<ComponentType<Props> | undefined>(() => Loaded)
    const [attempt, setAttempt] = useState(0)
    const [failure, setFailure] = useState<{ attempt: number; error: unknown } | null>(null)
    useEffect(() => {
      let isCurrent = true
      loadAgain().then(
        (module) => {
          Loaded = module.default
          if (isCurrent) setScreen(() => Loaded)
        },
        (error: unknown) => isCurrent && setFailure({ attempt, error }),
      )
      return () => {
        isCurrent = false
      }
    }, [attempt])
    if (Screen) return <Screen {...props} />
    if (failure !== null) {
      const { attempt: failed, error } = failure
      return <LoadFailure key={failed} error={error} onRetry={() => setAttempt(attempt + 1)} />
    }
    return (
      <div role="status" className="m-auto text-muted">
        <Spinner className="size-5" />
        <span className="sr-only">{words.common.loading}</span>
      </div>
    )
  }
}
