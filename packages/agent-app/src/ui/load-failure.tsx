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

/**
 * A script that the server has, and that fails so often in a row, imports one that the browser remembers as broken: the
 * connection was lost between the two.
 */
const BROKEN_AFTER = 3

/** By the address of a script: how often in a row it failed although the server has it. */
const failures = new Map<string, number>()

/** Why a new load cannot succeed before the page is loaded again; undefined: it may. */
async function whyReload(error: unknown): Promise<'old' | 'broken' | undefined> {
  const address = addressIn(error)
  const answer = await fetch(address ?? '/livez', { cache: 'no-store' }).catch(() => undefined)
  // The browser does not name the script.
  if (address === undefined) return answer?.ok ? 'old' : undefined
  if (answer?.status === 404) return 'old'
  const [script = ''] = address.split('?')
  const count = answer?.ok ? (failures.get(script) ?? 0) + 1 : 0
  failures.set(script, count)
  return count < BROKEN_AFTER ? undefined : 'broken'
}

/** Shown in place of what could not be loaded. `onRetry` is called when a new load may succeed. */
export function LoadFailure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const [why, setWhy] = useState<'old' | 'broken'>()
  const again = useEffectEvent(onRetry)
  useEffect(() => {
    let isCurrent = true
    let timer: ReturnType<typeof setTimeout> | undefined
    void whyReload(error).then((found) => {
      if (!isCurrent) return
      if (found) setWhy(found)
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
  if (why) return <ReloadPage title={why === 'old' ? words.problem.old : words.problem.crashed} />
  return <NeedsConnection action={<Button onClick={onRetry}>{words.common.retry}</Button>} />
}
