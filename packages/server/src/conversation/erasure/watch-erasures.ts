import type { Db } from '../../db/db.ts'
import type { Clock } from '../../platform/clock.ts'
import type { ChatEvents, Erased } from '../../realtime/chat-events.ts'
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

/**
 * Finds erasures of other processes whose bus message was lost, so that this process removes the data from its sockets,
 * queues and memory (T52). With the embedded database no other process writes. Returns the function that stops it and
 * resolves when the query under way has ended.
 */
export function watchErasures({
  db,
  clock,
  chatEvents,
  onError,
}: {
  db: Db
  clock: Clock
  chatEvents: Pick<ChatEvents, 'erasedElsewhere' | 'subscribe'>
  onError: (error: unknown) => void
}): () => Promise<void> {
  const known = new Map<string, number>()
  let lookedAt = clock.now()
  let stopped = false
  let cancel = () => {}
  const stopListening = chatEvents.subscribe({ onErased: (one) => void known.set(erasureKey(one), clock.now()) })

  async function look(): Promise<void> {
    const now = clock.now()
    try {
      const rows = await db.query<Row>(sinceStatement, [BACK + Math.max(0, now - lookedAt) / 1000])
      lookedAt = now
      for (const one of rows.map(toErased)) {
        if (!known.has(erasureKey(one))) chatEvents.erasedElsewhere(one) // guard T52
        known.set(erasureKey(one), now)
      }
      for (const [name, at] of known) if (now - at > 2 * BACK * 1000) known.delete(name)
    } catch (error) {
      onError(error)
    }
    if (!stopped) cancel = clock.after(EVERY, () => void (looking = look()))
  }

  let looking = look()
  return async () => {
    stopped = true
    cancel()
    stopListening()
    await looking
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
