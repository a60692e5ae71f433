import { useEffect, useEffectEvent, useState } from 'react'
import { words } from '../words/index.ts'
import { Button } from './button.tsx'
import { addressIn } from './load-again.ts'
import { ReloadPage } from './reload-page.tsx'
import { NeedsConnection } from './states.tsx'

/** How long after a failed load the next one is tried (ms). */
const AGAIN = 2000

/** A script could not be loaded: offline, or the server has newer ones. */
export const isLoadFailure = (error: unknown): boolean =>
  error instanceof Error &&
  /dynamically imported module|module script failed|Unable to preload|Loading chunk/i.test(error.message)

/** Whether the server can be reached and no longer has the script; without a name of the script, whether it can be reached. */
async function isGone(error: unknown): Promise<boolean> {
  const address = addressIn(error)
  const answer = await fetch(address ?? '/livez', { cache: 'no-store' }).catch(() => undefined)
  return answer !== undefined && (address === undefined ? answer.ok : answer.status === 404)
}

/** Shown in place of what could not be loaded. `onRetry` is called when a new load may succeed. */
export function LoadFailure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const [outdated, setOutdated] = useState(false)
  const again = useEffectEvent(onRetry)
  useEffect(() => {
    let isCurrent = true
    let timer: ReturnType<typeof setTimeout> | undefined
    void isGone(error).then((gone) => {
      if (!isCurrent) return
      if (gone) setOutdated(true)
      else timer = setTimeout(again, AGAIN)
    })
    const onOnline = () => again()
    addEventListener('online', onOnline)
    return () => {
      isCurrent = false
      clearTimeout(timer)
      removeEventListener('online', onOnline)
    }
  }, [error])
  if (!outdated) return <NeedsConnection action={<Button onClick={onRetry}>{words.common.retry}</Button>} />
  return <ReloadPage title={words.problem.old} />
}
