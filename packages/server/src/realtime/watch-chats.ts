import type { Db } from '../db/db.ts'
import { statement } from '../db/statement.ts'
import type { Clock } from '../platform/clock.ts'
import { makeSweeps } from '../platform/sweeps.ts'
import type { Bus } from './bus/bus.ts'
import type { ChatEvents } from './chat-events.ts'
import type { Losses } from './losses.ts'

const POLL_EVERY = 2000
/** How far back a poll looks: far more than the interval between two polls and the difference between two clocks. */
const MINUTES = 3
/** What was committed so long before somebody joined the account was in what they have read, whatever the clocks say (ms). */
const BEFORE_JOINING = 5000
/** What is known of a chat that did not change is forgotten after so long (ms): no poll reads it. */
const KNOWN_FOR = 2 * MINUTES * 60_000

const lookStatement = statement(
  'chat_watch',
  `select account_id, id, (state->>'last')::int as last, (state->>'lastAt')::float8 as at from chat
   where account_id = any($1::int[]) and closed_at is null and active_minute >= $2
   union
   select account_id, id, (state->>'last')::int, (state->>'lastAt')::float8 from chat
   where account_id = any($1::int[]) and closed_at >= $3
   union
   select account_id, id, (state->>'last')::int, 'infinity' from chat
   where account_id = any($1::int[]) and erased_at >= $3`,
)

interface Row {
  readonly account_id: number
  readonly id: number
  readonly last: number
  /** When the newest entry was written (ms). */
  readonly at: number
}

interface Known {
  readonly last: number
  readonly at: number
}

export interface WatchOptions {
  readonly db: Db
  readonly clock: Clock
  readonly chatEvents: ChatEvents
  readonly bus: Pick<Bus, 'joined'>
  readonly losses: Losses
  readonly onError: (error: unknown) => void
}

/**
 * Finds commits of other processes that the bus did not announce: polls the recently changed chats of the joined accounts every two
 * seconds while announcements may be missing, and not at all while they all come. Not needed with the embedded database, which has only one
 * process. Returns the function that stops it and resolves when the query under way has ended.
 */
export function watchChats({ db, clock, chatEvents, bus, losses, onError }: WatchOptions): () => Promise<void> {
  const known = new Map<string, Known>()
  const missed = losses.watchAccounts()
  /** Of these, the last poll has failed. */
  let failed: 'all' | ReadonlySet<number> = new Set()
  let forgotAt = clock.now()
  const know = (name: string, last: number) =>
    void known.set(name, { last: Math.max(last, known.get(name)?.last ?? 0), at: clock.now() })
  const ends = [
    chatEvents.subscribe({
      onCommitted: ({ account, chat, state }) => know(`${account}:${chat}`, state.last),
      onChangedElsewhere: ({ account, chat, last }) => know(`${account}:${chat}`, last),
    }),
    losses.onLoss(() => sweeps.wake()),
  ]

  async function look(): Promise<void> {
    forget()
    const [now, before] = [missed(), failed]
    const joined = bus.joined()
    failed = now === 'all' || before === 'all' ? 'all' : new Set([...now, ...before])
    const accounts = [...joined.keys()].filter((account) => failed === 'all' || failed.has(account))
    if (accounts.length > 0) {
      const since = Math.floor(clock.now() / 60_000) - MINUTES
      const values = [accounts, since, new Date(since * 60_000)]
      for (const row of await db.query<Row>(lookStatement, values)) tell(row, joined)
    }
    failed = new Set()
  }

  function tell({ account_id: account, id: chat, last, at }: Row, joined: ReadonlyMap<number, number>): void {
    const name = `${account}:${chat}`
    // An event that arrived during the query is newer than its result.
    const isNew = last > (known.get(name)?.last ?? 0)
    know(name, last)
    if (isNew && at >= (joined.get(account) ?? Infinity) - BEFORE_JOINING)
      chatEvents.changedElsewhere({ account, chat, last })
  }

  function forget(): void {
    if (clock.now() - forgotAt < KNOWN_FOR) return
    forgotAt = clock.now()
    for (const [name, { at }] of known) if (forgotAt - at > KNOWN_FOR) known.delete(name)
  }

  const sweeps = makeSweeps({ clock, every: POLL_EVERY, sweep: look, onError })
  const stop = sweeps.start()
  return async () => {
    for (const end of ends) end()
    await stop()
  }
}
