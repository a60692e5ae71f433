import { createHash } from 'node:crypto'
import type { Db } from '../db/db.ts'
import { statement } from '../db/statement.ts'
import type { Clock } from '../platform/clock.ts'

/** The attempts under one key. */
export interface Tried {
  /** Those that have not decayed. */
  readonly tries: number
  /** When the last of the attempts that wait may continue (ms); 0: none waits. */
  readonly turn: number
}

export interface TriedKey {
  readonly key: string
  /** The rate of decay. */
  readonly perSecond: number
}

/** Counters of attempts over all processes, which decay at individual rates. */
export interface Tries {
  /**
   * Reads the counters of these keys and writes what `decide` makes of them, in the same order, while no other attempt changes
   * them. When `decide` throws, nothing is changed.
   */
  change<T extends readonly Tried[]>(keys: readonly TriedKey[], decide: (now: readonly Tried[]) => T): Promise<T>
}

const addKeys = statement(
  'sign_in_try_add',
  'insert into sign_in_try (key, at) select key, $2 from unnest($1::text[]) as t(key) order by key on conflict do nothing',
)
const lockKeys = statement(
  'sign_in_try_lock',
  'select key, tries, at, turn_at from sign_in_try where key = any($1::text[]) order by key for update',
)
const putKeys = statement(
  'sign_in_try_put',
  `update sign_in_try s set tries = t.tries, turn_at = t.turn_at, at = $4
   from unnest($1::text[], $2::float8[], $3::timestamptz[]) as t(key, tries, turn_at) where s.key = t.key`,
)
/** No limit is so low that an attempt counts for longer than a day. */
export const sweepTries = statement(
  'sign_in_try_sweep',
  'delete from sign_in_try where key in (select key from sign_in_try where at < $1 limit $2 for update skip locked) returning key',
)

interface Row {
  readonly key: string
  readonly tries: number
  readonly at: number
  readonly turn_at: number | null
}

export function makeTries({ db, clock }: { readonly db: Db; readonly clock: Clock }): Tries {
  return {
    change: (keys, decide) =>
      db.transaction(async (tx) => {
        const digests = keys.map(({ key }) => createHash('sha256').update(key).digest('base64url'))
        const [, rows] = await Promise.all([
          tx.query(addKeys, [digests, new Date(clock.now())]),
          tx.query<Row>(lockKeys, [digests]),
        ])
        const now = clock.now()
        const before = keys.map(({ perSecond }, i) => {
          const row = rows.find(({ key }) => key === digests[i])
          const decayed = ((now - (row?.at ?? now)) / 1000) * perSecond
          return { tries: Math.max(0, (row?.tries ?? 0) - Math.max(0, decayed)), turn: row?.turn_at ?? 0 }
        })
        const after = decide(before)
        const turns = after.map(({ turn }) => (turn > now ? new Date(turn) : null))
        await tx.query(putKeys, [digests, after.map(({ tries }) => Math.max(0, tries)), turns, new Date(now)])
        return after
      }),
  }
}
