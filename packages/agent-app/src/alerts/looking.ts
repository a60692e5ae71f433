import type { LiveSession } from '../live/session.ts'

/**
 * Tells the server which chat is open in this window while it is visible: its messages cause no alert. Returns the function
 * that ends it.
 */
export function tellLooking({ live, link }: Pick<LiveSession, 'live' | 'link'>): () => void {
  let told: number | null | undefined
  const tell = () => {
    if (live.connection.get().status !== 'live') {
      told = undefined
      return
    }
    const chat = document.visibilityState === 'visible' ? live.open.get() : null
    if (chat === told) return
    if (link.send(chat === null ? { type: 'look' } : { type: 'look', chat })) told = chat
  }
  const stops = [live.open.subscribe(tell), live.connection.subscribe(tell)]
  document.addEventListener('visibilitychange', tell)
  tell()
  return () => {
    document.removeEventListener('visibilitychange', tell)
    for (const stop of stops) stop()
  }
}
