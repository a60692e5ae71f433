import type { Db } from '../../db/db.ts'
import type { Clock } from '../../platform/clock.ts'
import { makeSweeps } from '../../platform/sweeps.ts'
import type { ChatEvents, Erased } from '../../realtime/chat-events.ts'
import type { Losses } from '../../realtime/losses.ts'
import { sinceStatement } from './statements.ts'

const EVERY = 2000
/** How far back a poll looks beyond the time since the last one: transactions become visible late (seconds). */
const BACK = 180

interface Row {
  account_id: number
  channel_id: number
  visitor_number: number
  who: string
  whole: boolean
  chats: number[]
}

const erasureKey = ({ account, channel, visitor, who, chats }: Erased): string =>
  `${account}:${channel}:${visitor}:${who}:${chats[0] ?? ''}`

export interface WatchOptions {
  readonly db: Db
  readonly clock: Clock
  readonly chatEvents: Pick<ChatEvents, 'erasedElsewhere' | 'subscribe'>
  readonly losses: Losses
  readonly onError: (error: unknown) => void
}

/**
 * Finds erasures of other processes whose bus message was lost, so that this process removes the data from its sockets,
 * queues and memory (T52). With the embedded database no other process writes. Returns the function that stops it and
 * resolves when the query under way has ended.
 */
export function watchErasures({ db, clock, chatEvents, losses, onError }: WatchOptions): () => Promise<void> {
  const known = new Map<string, number>()
  const mayHaveMissed = losses.watch()
  let lookedAt = clock.now()
  let hasFailed = false
  const ends = [
    chatEvents.subscribe({ onErased: (one) => void known.set(erasureKey(one), clock.now()) }),
    losses.onLoss(() => sweeps.wake()),
  ]

  async function look(): Promise<void> {
    const now = clock.now()
    for (const [name, at] of known) if (now - at > 2 * BACK * 1000) known.delete(name)
    if (!mayHaveMissed() && !hasFailed) {
      lookedAt = now
      return
    }
    hasFailed = true
    const rows = await db.query<Row>(sinceStatement, [BACK + Math.max(0, now - lookedAt) / 1000])
    hasFailed = false
    lookedAt = now
    for (const one of rows.map(toErased)) {
      if (!known.has(erasureKey(one))) chatEvents.erasedElsewhere(one) // guard T52
      known.set(erasureKey(one), now)
    }
  }

  const sweeps = makeSweeps({ clock, every: EVERY, sweep: look, onError })
  const stop = sweeps.start()
  return async () => {
    for (const end of ends) end()
    await stop()
  }
}

const toErased = (row: Row): Erased => ({
  account: row.account_id,
  channel: row.channel_id,
  visitor: row.visitor_number,
  who: row.who,
  whole: row.whole,
  chats: row.chats,
})
