import type { WrittenEvent } from './effects.ts'

/** The largest total of the bodies (characters). */
const KEPT_MAX = 8_000_000

/** A cache of the bodies of just committed events, so that the first attempt does not read them. The oldest are evicted first. */
export interface Recent {
  put(events: readonly WrittenEvent[]): void
  body(account: number, n: number): string | undefined
  /** Removes the bodies of chats that were erased. */
  forget(account: number, chats: ReadonlySet<number>): void
}

export function makeRecent(): Recent {
  const bodies = new Map<string, { account: number; chat: number | null; body: string }>()
  let size = 0
  return {
    put(events) {
      for (const { account, chat, n, body, whole, webhooks } of events) {
        if (!whole || webhooks.length === 0) continue
        bodies.set(`${account}:${n}`, { account, chat, body })
        size += body.length
      }
      for (const [key, { body }] of bodies) {
        if (size <= KEPT_MAX) break
        bodies.delete(key)
        size -= body.length
      }
    },
    body: (account, n) => bodies.get(`${account}:${n}`)?.body,
    forget(account, chats) {
      for (const [key, one] of bodies) {
        if (one.account !== account || one.chat === null || !chats.has(one.chat)) continue
        bodies.delete(key)
        size -= one.body.length
      }
    },
  }
}
