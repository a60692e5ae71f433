import type { Db } from '../db/db.ts'
import { statement } from '../db/statement.ts'
import type { Clock } from '../platform/clock.ts'
import type { ChatEvents } from './chat-events.ts'

const EVERY = 2000
/** How far back a look goes: far more than the time between two of them, and than two clocks can differ. */
const MINUTES = 3

const lookStatement = statement(
  'chat_watch',
  `select account_id, id, (state->>'last')::int as last from chat
   where account_id = any($1::int[]) and closed_at is null and active_minute >= $2
   union
   select account_id, id, (state->>'last')::int from chat
   where account_id = any($1::int[]) and closed_at >= $3
   union
   select account_id, id, (state->>'last')::int from chat
   where account_id = any($1::int[]) and erased_at >= $3`,
)

/**
 * Finds what other processes committed while the bell between us was silent: every two seconds one look at the chats
 * that moved lately. Not needed where nobody else can write (the embedded database).
 */
export function watchChats({
  db,
  clock,
  chatEvents,
  accounts,
  onError,
}: {
  db: Db
  clock: Clock
  chatEvents: ChatEvents
  accounts: () => readonly number[]
  onError: (error: unknown) => void
}): () => void {
  let known = new Map<string, number>()
  let stopped = false
  let cancel = () => {}
  const stopListening = chatEvents.listen({
    onNews: ({ account, chat, state }) => void known.set(`${account}:${chat}`, state.last),
    onWake: ({ account, chat, last }) => {
      const name = `${account}:${chat}`
      known.set(name, Math.max(last, known.get(name) ?? 0))
    },
  })

  async function look(first: boolean): Promise<void> {
    try {
      const since = Math.floor(clock.now() / 60_000) - MINUTES
      const rows = await db.query<{ account_id: number; id: number; last: number }>(lookStatement, [
        accounts(),
        since,
        new Date(since * 60_000),
      ])
      const seen = new Map<string, number>()
      for (const { account_id: account, id: chat, last } of rows) {
        const name = `${account}:${chat}`
        const before = known.get(name) ?? 0
        seen.set(name, Math.max(before, last))
        if (last > before && !first) chatEvents.wake({ account, chat, last })
      }
      // What moved since we asked is newer than what we read.
      for (const [name, last] of known) if (last > (seen.get(name) ?? Infinity)) seen.set(name, last)
      known = seen
    } catch (error) {
      onError(error)
    }
    if (!stopped) cancel = clock.after(EVERY, () => void look(false))
  }

  void look(true)
  return () => {
    stopped = true
    cancel()
    stopListening()
  }
}
