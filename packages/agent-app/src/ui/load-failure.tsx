import { useEffect, useEffectEvent, useState } from 'react'
import { words } from '../words/index.ts'
import { Button } from './button.tsx'
import { addressIn } from './load-again.ts'
import { ReloadPage } from './reload-page.tsx'
import { NeedsConnection } from './states.tsx'

/** How long after a failed load the next one is tried (ms). */
const AGAIN = 2000

/** Why only a reload of the page can load a script: the server has newer ones, or the browser remembers a broken one. */
type Reason = 'old' | 'broken'

/** Thrown in the place of a part that only a reload of the page can load. */
export class NeedsReload extends Error {
  readonly why: Reason
  constructor(why: Reason) {
    super(`A script of this page cannot be loaded: ${why}`)
    this.why = why
  }
}

/**
 * A script that the server has, and that fails so often in a row, imports one that the browser remembers as broken: the
 * connection was lost between the two.
 */
const BROKEN_AFTER = 3

/** By the address of a script: how often in a row it failed although the server has it. */
const failures = new Map<string, number>()

/** Undefined: a new load may succeed. */
async function whyReload(error: unknown): Promise<Reason | undefined> {
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

/**
 * Calls `onRetry` when a new load may succeed after this one failed: offline when the connection is back, else in two
 * seconds. Returns why it cannot before the page is loaded again.
 */
export function useNextLoad(error: unknown, onRetry: () => void): Reason | undefined {
  const [why, setWhy] = useState<Reason>()
  const again = useEffectEvent(onRetry)
  useEffect(() => {
    let isCurrent = true
    let timer: ReturnType<typeof setTimeout> | undefined
    void whyReload(error).then((found) => {
      if (!isCurrent) return
      if (found) setWhy(found)
      else if (navigator.onLine) timer = setTimeout(again, AGAIN)
    })
    const onOnline = () => again()
    addEventListener('online', onOnline)
    return () => {
      isCurrent = false
      clearTimeout(timer)
      removeEventListener('online', onOnline)
    }
  }, [error])
  return why
}

export const ReloadFor = ({ why }: { why: Reason }) => (
  <ReloadPage title={why === 'old' ? words.problem.old : words.problem.crashed} />
)

/** Shown in place of a screen that could not be loaded. `onRetry` is called when a new load may succeed. */
export function LoadFailure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const why = useNextLoad(error, onRetry)
  if (why) return <ReloadFor why={why} />
  return <NeedsConnection action={<Button onClick={onRetry}>{words.common.retry}</Button>} />
}
