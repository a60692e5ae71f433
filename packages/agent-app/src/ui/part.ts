import { type ComponentType, useEffect, useState } from 'react'
import { repeatable } from './load-again.ts'

/** A component whose code is loaded when it is first needed. A failed load is not remembered. */
export type Part<Props> = {
  /** The component, once it was loaded. */
  loaded: () => ComponentType<Props> | undefined
  load: () => Promise<ComponentType<Props>>
}

/** `after`: does a load when the time for it has come; without it, at once. */
export function toPart<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  after: <T>(work: () => Promise<T>) => Promise<T> = (work) => work(),
): Part<Props> {
  const repeated = repeatable(load)
  let loaded: ComponentType<Props> | undefined
  return {
    loaded: () => loaded,
    load: () => after(repeated).then((module) => (loaded = module.default)),
  }
}

/** One failed load of a part: the second of a part is another one. */
export type FailedLoad = { attempt: number; error: unknown }

/** The component of a part while it is drawn, or the latest failure; `retry` loads once more. */
export function usePart<Props>(part: Part<Props>): {
  Loaded: ComponentType<Props> | undefined
  failed: FailedLoad | null
  retry: () => void
} {
  const [Loaded, setLoaded] = useState(part.loaded)
  const [attempt, setAttempt] = useState(1)
  const [failed, setFailed] = useState<FailedLoad | null>(null)
  const isLoaded = Loaded !== undefined
  useEffect(() => {
    if (isLoaded) return
    let isCurrent = true
    part.load().then(
      (component) => isCurrent && setLoaded(() => component),
      (error: unknown) => isCurrent && setFailed({ attempt, error }),
    )
    return () => {
      isCurrent = false
    }
  }, [part, attempt, isLoaded])
  const retry = () => setAttempt((failed?.attempt ?? attempt) + 1)
  return { Loaded, failed: isLoaded ? null : failed, retry }
}
