import type { ComponentType, ReactNode } from 'react'
import { NeedsReload, useNextLoad } from './load-failure.tsx'
import { afterOpening } from './opening.ts'
import { type FailedLoad, toPart, usePart } from './part.ts'

/**
 * A part of a screen whose code is loaded when it is first drawn, or before by `preload`. Until it is there, `loading` is
 * in its place. The screen around it stays when the load fails, and the part comes when the server can be reached again.
 */
export function later<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>) {
  const part = toPart(load, afterOpening)
  const Later = (props: Props & { loading?: ReactNode }) => {
    const { loading = null, ...rest } = props
    // `rest` is what is left of both.
    const own = rest as unknown as Props & object
    const { Loaded, failed, retry } = usePart(part)
    if (Loaded) return <Loaded {...own} />
    return (
      <>
        {loading}
        {failed && <NextLoad key={failed.attempt} failed={failed} onRetry={retry} />}
      </>
    )
  }
  return Object.assign(Later, { preload: () => void part.load().catch(() => {}) })
}

/** Draws nothing; throws when only a reload of the page can load the part. */
function NextLoad({ failed, onRetry }: { failed: FailedLoad; onRetry: () => void }) {
  const why = useNextLoad(failed.error, onRetry)
  if (why) throw new NeedsReload(why)
  return null
}
