import type { Db } from '../../db/db.ts'
import type { Target } from './input.ts'
import { readOwners } from './statements.ts'

/** Chats whose conversation is remembered; the oldest are forgotten first. */
const REMEMBERED = 50_000

export interface ConversationKey {
  readonly channel: number
  /** The customer's identifier on it. */
  readonly key: string
}

export interface Locate {
  (wanted: readonly { readonly account: number; readonly target: Target }[]): Promise<(ConversationKey | undefined)[]>
  /** Of chats that were erased. */
  forget(account: number, chats: Iterable<number>): void
}

/**
 * Finds the conversation that each target belongs to; undefined for a chat that is not there. A chat never changes its
 * conversation, so what was read once is remembered.
 */
export function makeLocator(db: Db): Locate {
  const remembered = new Map<string, ConversationKey>()
  const locate = async (inputs: Parameters<Locate>[0]) => {
    const unknown = new Map<string, [number, number]>()
    for (const { account, target } of inputs) {
      if (!('chat' in target)) continue
      const name = `${account}:${target.chat}`
      if (!remembered.has(name)) unknown.set(name, [account, target.chat])
    }
    if (unknown.size > 0) {
      const asked = [...unknown.values()]
      const rows = await db.query<{ account_id: number; id: number; channel_id: number; key: string }>(readOwners, [
        asked.map(([account]) => account),
        asked.map(([, chat]) => chat),
      ])
      for (const row of rows) remembered.set(`${row.account_id}:${row.id}`, { channel: row.channel_id, key: row.key })
    }
    const places = inputs.map(({ account, target }) =>
      'chat' in target ? remembered.get(`${account}:${target.chat}`) : { channel: target.channel, key: target.key },
    )
    for (const name of remembered.keys()) {
      if (remembered.size <= REMEMBERED) break
      remembered.delete(name)
    }
    return places
  }
  return Object.assign(locate, {
    forget(account: number, chats: Iterable<number>) {
      for (const chat of chats) remembered.delete(`${account}:${chat}`)
    },
  })
}
