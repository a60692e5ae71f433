import { useEffect, useEffectEvent, useState } from 'react'
import { words } from '../words/index.ts'
import { Button } from './button.tsx'
import { ReloadPage } from './reload-page.tsx'
import { NeedsConnection } from './states.tsx'

/** How long after a failed load the next one is tried, while the server cannot be reached (ms). */
const AGAIN = 4000

/** A script could not be loaded: offline, or the server has newer ones. */
export const isLoadFailure = (error: unknown): boolean =>
  error instanceof Error &&
  /dynamically imported module|module script failed|Unable to preload|Loading chunk/i.test(error.message)

/** Whether the server can be reached: if so, a script that does not load is no longer there. */
const serverAnswers = () =>
  fetch('/livez', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )

/** Shown in place of what could not be loaded. `onRetry` is called when a new load may succeed. */
export function LoadFailure({ onRetry }: { onRetry: () => void }) {
  const [outdated, setOutdated] = useState(false)
  const again = useEffectEvent(onRetry)
  useEffect(() => {
    let isCurrent = true
    let timer: ReturnType<typeof setTimeout> | undefined
    void serverAnswers().then((answers) => {
      if (!isCurrent) return
      if (answers) setOutdated(true)
      else timer = setTimeout(again, AGAIN)
    })
    const onOnline = () => again()
    addEventListener('online', onOnline)
    return () => {
      isCurrent = false
      clearTimeout(timer)
      removeEventListener('online', onOnline)
    }
  }, [])
  if (!outdated) return <NeedsConnection action={<Button onClick={onRetry}>{words.common.retry}</Button>} />
  return <ReloadPage title={words.problem.old} />
}
