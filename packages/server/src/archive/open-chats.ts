import type { Entry } from '@deskbell/rules'
import type { Db } from '../db/db.ts'
import { statement } from '../db/statement.ts'
import type { Clock } from '../platform/clock.ts'
import type { ChatEventListener } from '../realtime/chat-events.ts'
import type { Processes } from '../realtime/processes/processes.ts'
import { indexChat, type KnownIndex } from './document.ts'

/** Changes within this time are indexed together (ms). */
const PACE = 700
/**
 * Between two rounds the index rests so long for each chat and for each byte of its texts (ms), so that it takes a small
 * share of the time however many and however long the chats are: the database writes the whole row of a chat anew.
 */
const REST = {
  // Messages wait for it there: a chat of 10 kB takes 10 to 20 ms.
  embedded: { chat: 10, byte: 0.008 },
  server: { chat: 3, byte: 0.001 },
} as const
/** How many indexes the process knows so that it can append to them: those of the chats that changed last. */
const KNOWN_MAX = 5000
/** Chats that are indexed in one round, and at once. */
const ROUND = 120
const AT_ONCE = { embedded: 1, server: 4 } as const
/** How often the database is asked for open chats whose index is behind, also when no process has ended (ms). */
const SWEEP_EVERY = 120_000
/** A sweep looks at chats that changed within this time (minutes); the first one at all. */
const SWEEP_MINUTES = 15
const SWEEP_MAX = 1000
/** After a failure the index rests so long (ms). */
const AGAIN = 5000

/** What a partner received is not searched. */
const SAYS_NOTHING: ReadonlySet<Entry['type']> = new Set(['message.delivered'])

/**
 * Open chats whose index is behind their newest entry. Both are in the database, so no change is lost with the memory of
 * a process.
 */
const behindStatement = statement(
  'index_behind',
  `select a.id as account_id, c.id from account a
   cross join lateral (select c.id from chat c
     left join lateral (select upto from chat_words w where w.account_id = c.account_id and w.chat_id = c.id limit 1) w on true
     where c.account_id = a.id and c.closed_at is null and c.active_minute >= $1 and c.erased_at is null
       and (w.upto is null or w.upto < (c.state->>'last')::int)
     order by c.active_minute desc, c.id desc limit $2) c
   limit $2`,
)

export interface OpenChatsOptions {
  readonly db: Db
  readonly clock: Clock
  readonly processes: Pick<Processes, 'part' | 'onEnded'>
  readonly onError: (error: unknown) => void
}

export interface OpenChatsIndex {
  readonly listener: ChatEventListener
  /** Begins with the chats that are behind. Returns the function that ends it, when the round under way has ended. */
  start(): () => Promise<void>
}

/**
 * Keeps the index of open chats up to date, a moment behind. It writes outside the commit, so that no message waits for
 * it: `docs/decisions.md` has the measurement.
 */
export function makeOpenChatsIndex({ db, clock, processes, onError }: OpenChatsOptions): OpenChatsIndex {
  const waiting = new Map<string, { readonly account: number; readonly chat: number }>()
  const known = new Map<string, KnownIndex>()
  let cancel: (() => void) | undefined
  let running = Promise.resolve()
  let stopped = true
  let sweptAt: number | undefined
  /** The next sweep does not wait: chats of a process that has ended may be behind. */
  let isDue = true
  let ignoreEnded: (() => void) | undefined

  const add = (account: number, chat: number): void => void waiting.set(`${account}:${chat}`, { account, chat })

  /** Returns the bytes of the chat's texts. */
  async function index(name: string, of: { readonly account: number; readonly chat: number }): Promise<number> {
    const before = known.get(name)
    known.delete(name)
    const now = await indexChat(db, { ...of, wanted: 'open', known: before })
    if (!now) return 0
    known.set(name, now)
    for (const oldest of known.keys()) {
      if (known.size <= KNOWN_MAX) break
      known.delete(oldest)
    }
    return now.end.read
  }

  /** One process of all sweeps. */
  async function sweep(): Promise<void> {
    const now = clock.now()
    if (!isDue && sweptAt !== undefined && now - sweptAt < SWEEP_EVERY) return
    if (processes.part().rest !== 0) return
    const since = sweptAt === undefined ? 0 : Math.floor(now / 60_000) - SWEEP_MINUTES
    const rows = await db.query<{ account_id: number; id: number }>(behindStatement, [since, SWEEP_MAX])
    for (const { account_id, id } of rows) add(account_id, id)
    // A full answer may have been cut.
    if (rows.length === SWEEP_MAX) return
    sweptAt = now
    isDue = false
  }

  /** Returns how long the index is to rest (ms). */
  async function round(): Promise<number> {
    if (waiting.size < ROUND) await sweep()
    const chosen = [...waiting].slice(0, ROUND)
    for (const [name] of chosen) waiting.delete(name)
    const next = chosen.values()
    let read = 0
    const failures: unknown[] = []
    const work = async () => {
      for (const [name, of] of next) {
        // What is left when the database fails or the server ends waits for the next round.
        if (stopped || failures.length > 0) add(of.account, of.chat)
        else
          await index(name, of).then(
            (bytes) => void (read += bytes),
            (error: unknown) => {
              failures.push(error)
              add(of.account, of.chat)
            },
          )
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE[db.kind] }, work))
    if (failures.length > 0) onError(failures[0])
    const { chat, byte } = REST[db.kind]
    return Math.max(chat * chosen.length + byte * read, failures.length > 0 ? AGAIN : 0)
  }

  function pause(ms: number): void {
    if (!stopped) cancel = clock.after(ms, turn)
  }

  function turn(): void {
    running = round().then(
      (rest) => pause(Math.max(waiting.size > 0 ? 0 : PACE, rest)),
      (error: unknown) => {
        onError(error)
        pause(AGAIN)
      },
    )
  }

  return {
    listener: {
      onCommitted({ account, chat, state, entries }) {
        const name = `${account}:${chat}`
        // A closed chat has its own delivery.
        if (state.closedAt !== null) return void known.delete(name)
        // The sweep passes over the messages that have no room.
        const isFull = known.get(name)?.end.full === true
        if (entries.some(({ type }) => !SAYS_NOTHING.has(type) && !(isFull && type === 'message'))) add(account, chat)
      },
    },
    start() {
      stopped = false
      cancel = clock.after(PACE, turn)
      ignoreEnded = processes.onEnded(() => void (isDue = true))
      return async () => {
        stopped = true
        ignoreEnded?.()
        cancel?.()
        await running
      }
    },
  }
}
