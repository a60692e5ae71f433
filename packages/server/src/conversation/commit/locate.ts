import type { Db } from '../../db/db.ts'
import type { Target } from './input.ts'
import { readOwners } from './statements.ts'

/** How many chats the cache has at most. The oldest are removed first. */
const CACHE_MAX = 50_000

export interface ConversationKey {
  readonly channel: number
  /** The visitor's identifier on the channel. */
  readonly key: string
}

export interface Locate {
  (wanted: readonly { readonly account: number; readonly target: Target }[]): Promise<(ConversationKey | undefined)[]>
  /** Removes erased chats from the cache. */
  forget(account: number, chats: Iterable<number>): void
}

/**
 * Finds the conversation of each target; undefined for a chat that does not exist. A chat never changes its
 * conversation, so the answers are cached.
 */
export function makeLocator(db: Db): Locate {
  const cache = new Map<string, ConversationKey>()
  const locate = async (inputs: Parameters<Locate>[0]) => {
    const unknown = new Map<string, [number, number]>()
    for (const { account, target } of inputs) {
      if (!('chat' in target)) continue
      const name = `${account}:${target.chat}`
      if (!cache.has(name)) unknown.set(name, [account, target.chat])
    }
    if (unknown.size > 0) {
      const wanted = [...unknown.values()]
      const rows = await db.query<{ account_id: number; id: number; channel_id: number; key: string }>(readOwners, [
        wanted.map(([account]) => account),
        wanted.map(([, chat]) => chat),
      ])
      for (const row of rows) cache.set(`${row.account_id}:${row.id}`, { channel: row.channel_id, key: row.key })
    }
    const keys = inputs.map(({ account, target }) =>
      'chat' in target ? cache.get(`${account}:${target.chat}`) : { channel: target.channel, key: target.key },
    )
    for (const name of cache.keys()) {
      if (cache.size <= CACHE_MAX) break
      cache.delete(name)
    }
    return keys
  }
  return Object.assign(locate, {
    forget(account: number, chats: Iterable<number>) {
      for (const chat of chats) cache.delete(`${account}:${chat}`)
    },
  })
}
