import { useEffect, useState } from 'react'
import { ApiError, saying } from '../api/client.ts'

export type Opened<T> =
  | { at: 'loading' }
  | { at: 'open'; what: T }
  | { at: 'ended' }
  | { at: 'failed'; problem: string; retry: () => void }

/** The token of the link that led here. It is after #, so that it is in no request for a page and in no log. */
export const tokenOfLink = (): string => location.hash.slice(1)

/** Whether an error means that the link does not work any more. */
export const isEnded = (error: unknown): boolean => error instanceof ApiError && error.code === 'link_ended'

/** Asks the server what a link leads to. */
export function useLink<T>(open: (signal: AbortSignal) => Promise<T>): [Opened<T>, () => void] {
  const [state, setState] = useState<Opened<T>>({ at: 'loading' })
  const [question, setQuestion] = useState(0)
  // The link is that of the page, which does not change.
  const [ask] = useState(() => open)
  useEffect(() => {
    const stop = new AbortController()
    ask(stop.signal).then(
      (what) => setState({ at: 'open', what }),
      (error: unknown) => {
        if (stop.signal.aborted) return
        if (isEnded(error)) return setState({ at: 'ended' })
        const retry = () => {
          setState({ at: 'loading' })
          setQuestion((last) => last + 1)
        }
        setState({ at: 'failed', problem: saying(error), retry })
      },
    )
    return () => stop.abort()
  }, [ask, question])
  return [state, () => setState({ at: 'ended' })]
}
