import type { LiveSession } from '../live/session.ts'

/**
 * Tells the server which chat is open in this window while it is visible, and whether the agent is writing a note in it: its
 * messages cause no alert, and other agents see it. Returns the function that ends it.
 */
export function tellLooking({ live, link }: Pick<LiveSession, 'live' | 'link'>): () => void {
  let told: string | undefined
  const tell = () => {
    if (live.connection.get().status !== 'live') {
      told = undefined
      return
    }
    const chat = document.visibilityState === 'visible' ? live.open.get() : null
    const note = chat !== null && live.noting.get() === chat
    const now = `${chat} ${note}`
    if (now === told) return
    if (link.send({ type: 'look', ...(chat !== null && { chat }), ...(note && { note }) })) told = now
  }
  const stops = [live.open.subscribe(tell), live.noting.subscribe(tell), live.connection.subscribe(tell)]
  document.addEventListener('visibilitychange', tell)
  tell()
  return () => {
    document.removeEventListener('visibilitychange', tell)
    for (const stop of stops) stop()
  }
}
