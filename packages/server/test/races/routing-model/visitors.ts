import { setTimeout as pause } from 'node:timers/promises'
import type { seeded } from '../../checker/random.ts'
import { CHANNEL_COUNT, pathOf } from './company.ts'
import { sendAgain } from './http.ts'

/** How long a visitor is away between two chats (ms). */
const AWAY = [0, 200] as const
/** They come one after the other, within this time (ms): not all in the first second of two processes that have just started. */
const COME_WITHIN = 15_000
/** A chat takes no longer (ms). */
const WITHIN = 300_000

/** Visitors who write as soon as their chat was closed, until there were enough chats. */
export function makeVisitors(options: {
  urls: readonly string[]
  random: ReturnType<typeof seeded>
  arrivals: number
  /** How many are there at the same time. */
  visitors: number
}) {
  const { urls, random, arrivals, visitors } = options
  const closed = new Map<string, () => void>()
  let begun = 0

  async function writes(visitor: string, channel: number): Promise<void> {
    const url = `${urls[random.between(0, urls.length - 1)]}${pathOf(channel)}`
    const message = { sender: { id: visitor }, message: { type: 'text', text: 'hello' } }
    const { status, text } = await sendAgain(url, message)
    if (status !== 200) throw new Error(`${status} ${text}`)
  }

  async function live(place: number): Promise<void> {
    const channel = place % CHANNEL_COUNT
    const visitor = `visitor-${place}`
    // A short run is over by then.
    if (arrivals > visitors * 10) await pause(random.between(0, COME_WITHIN))
    while (begun < arrivals) {
      begun++
      const isClosed = new Promise<void>((resolve) => closed.set(visitor, resolve))
      await writes(visitor, channel)
      const late = AbortSignal.timeout(WITHIN)
      await Promise.race([
        isClosed,
        new Promise<never>((_, reject) =>
          late.addEventListener('abort', () => reject(new Error(`${visitor} still waits`))),
        ),
      ])
      await pause(random.between(...AWAY))
    }
  }

  return {
    begun: () => begun,
    onClosed: (visitor: string) => closed.get(visitor)?.(),
    run: async () => void (await Promise.all(Array.from({ length: visitors }, (_, place) => live(place)))),
  }
}
