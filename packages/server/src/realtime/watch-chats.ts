import type { Db } from '../db/db.ts'
import { statement } from '../db/statement.ts'
import type { Clock } from '../platform/clock.ts'
import type { ChatEvents } from './chat-events.ts'

const POLL_EVERY = 2000
/** How far back a poll looks: far more than the interval between two polls and the difference between two clocks. */
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
 * Finds commits of other processes that the bus did not announce: polls the recently changed chats every two seconds.
 * Not needed with the embedded database, which has only one process. Returns the function that stops it and resolves when
 * the query under way has ended.
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
}): () => Promise<void> {
  let known = new Map<string, number>()
  let stopped = false
  let cancel = () => {}
  const unsubscribe = chatEvents.subscribe({
    onCommitted: ({ account, chat, state }) => void known.set(`${account}:${chat}`, state.last),
    onChangedElsewhere: ({ account, chat, last }) => {
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
        if (last > before && !first) chatEvents.changedElsewhere({ account, chat, last })
      }
      // An event that arrived during the query is newer than its result.
      for (const [name, last] of known) if (last > (seen.get(name) ?? Infinity)) seen.set(name, last)
      known = seen
    } catch (error) {
      onError(error)
    }
    if (!stopped) cancel = clock.after(POLL_EVERY, () => void (looking = look(false)))
  }

  let looking = look(true)
  return async () => {
    stopped = true
    cancel()
    unsubscribe()
    await looking
  }
}
