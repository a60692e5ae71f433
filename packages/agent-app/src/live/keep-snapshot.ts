import { toSnapshot } from './snapshot.ts'
import { keepSnapshot } from './snapshot-store.ts'
import type { Live } from './state.ts'

/** The first snapshot of a session follows its first change after this time, each further one after the other, ms. */
const FIRST = 1500
const PACE = 30_000

/** Keeps the snapshot of a session up to date. Returns the function that ends it. */
export function watchInbox(live: Live): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let kept = false
  const keep = (): void => {
    clearTimeout(timer)
    timer = undefined
    // What an earlier session left is no news.
    const snapshot = live.connection.get().status === 'connecting' ? null : toSnapshot(live)
    if (!snapshot) return
    kept = true
    void keepSnapshot(snapshot)
  }
  const soon = (): void => void (timer ??= setTimeout(keep, kept ? PACE : FIRST))
  const leaving = (): void => {
    if (document.visibilityState === 'hidden') keep()
  }
  const ends = [
    live.views.subscribe('waiting', soon),
    live.views.subscribe('mine', soon),
    live.views.subscribe('all', soon),
    // What was erased is not kept any longer.
    live.erased.subscribe(keep),
  ]
  addEventListener('pagehide', keep)
  document.addEventListener('visibilitychange', leaving)
  return () => {
    clearTimeout(timer)
    for (const end of ends) end()
    removeEventListener('pagehide', keep)
    document.removeEventListener('visibilitychange', leaving)
  }
}
