import type { TrunkTest } from '@deskbell/protocol/agent/call-test'
import type { Db, Tx } from '../../db/db.ts'
import { statement } from '../../db/statement.ts'

/** How long a request waits for a process that holds the trunk, and how long a process may be silent about its test (ms). */
const [TAKEN_WITHIN, SEEN_WITHIN] = [20_000, 8000]

export type Step = TrunkTest['steps'][number]
export type Failure = NonNullable<TrunkTest['failure']>

/** `id`: grows with each test of the account. */
export interface TestRow {
  readonly account: number
  readonly id: number
  readonly number: string
}

/** A test that is over, or whose process is gone, makes room for the next one. */
const beginStatement = statement(
  'call_test_begin',
  `insert into call_test (account_id, n, number, started_at, seen_at) values ($1, 1, $2, $3, $3)
   on conflict (account_id) do update set n = call_test.n + 1, number = excluded.number, holder = null, steps = '[]',
     failure = null, stops = false, started_at = excluded.started_at, seen_at = excluded.seen_at, ended_at = null
   where call_test.ended_at is not null
     or call_test.seen_at < case when call_test.holder is null then $4::timestamptz else $5::timestamptz end
   returning n`,
)
const readStatement = statement(
  'call_test_read',
  `select number, holder is not null as taken, steps, failure, stops, started_at as started, seen_at as seen,
     ended_at as ended from call_test where account_id = $1`,
)
const stopStatement = statement(
  'call_test_stop',
  `update call_test set stops = true, ended_at = case when holder is null then $2::timestamptz end
   where account_id = $1 and ended_at is null returning account_id`,
)
const takeStatement = statement(
  'call_test_take',
  `update call_test set holder = $1::uuid, seen_at = $2
   where account_id = any($3::int[]) and ended_at is null and holder is null and started_at >= $4
   returning account_id as account, n as id, number`,
)
const seenStatement = statement(
  'call_test_seen',
  `update call_test set seen_at = $3 where account_id = $1 and n = $2 and holder = $4::uuid and ended_at is null
   returning stops`,
)
const writeStatement = statement(
  'call_test_write',
  `update call_test set steps = $3::jsonb, failure = $4::jsonb, ended_at = $5, seen_at = $6
   where account_id = $1 and n = $2 and holder = $7::uuid`,
)

/** Resolves with false when another test of the account runs. */
export async function beginTest(
  tx: Tx,
  { account, number, now }: { account: number; number: string; now: number },
): Promise<boolean> {
  const values = [account, number, new Date(now), new Date(now - TAKEN_WITHIN), new Date(now - SEEN_WITHIN)]
  return (await tx.query(beginStatement, values)).length > 0
}

interface Read extends Pick<TrunkTest, 'number' | 'started' | 'ended' | 'failure'> {
  readonly taken: boolean
  readonly steps: Step[]
  readonly stops: boolean
  readonly seen: number
}

/** The newest test of the account. One that no process takes, or whose process is gone, has failed. */
export async function readTest(tx: Tx, account: number, now: number): Promise<TrunkTest | null> {
  const [row] = await tx.query<Read>(readStatement, [account])
  if (!row) return null
  const { number, taken, steps, started, ended, seen } = row
  const isGone = ended === null && now - seen > (taken ? SEEN_WITHIN : TAKEN_WITHIN)
  const failure: Failure | null = isGone
    ? { step: steps.at(-1)?.step ?? 'settings', why: taken ? 'restarted' : 'not_taken', said: null }
    : row.failure
  return { number, state: stateOf({ ...row, failure }), started, ended: isGone ? seen : ended, steps, failure }
}

function stateOf({ taken, steps, failure, ended, stops }: Omit<Read, 'seen'>): TrunkTest['state'] {
  if (failure) return 'failed'
  if (ended === null) return taken ? 'running' : 'waiting'
  if (steps.some(({ step }) => step === 'answered')) return 'passed'
  return stops ? 'stopped' : 'failed'
}

/** Resolves with false when none runs. One that no process has taken is over at once. */
export const stopTest = async (tx: Tx, account: number, now: number): Promise<boolean> =>
  (await tx.query(stopStatement, [account, new Date(now)])).length > 0

/** The tests of these accounts that wait, which this process carries out from now on. */
export const takeTests = (
  db: Db,
  { holder, accounts, now }: { holder: string; accounts: readonly number[]; now: number },
): Promise<TestRow[]> =>
  db.query<TestRow>(takeStatement, [holder, new Date(now), accounts, new Date(now - TAKEN_WITHIN)])

/** Says that this process is at it. Resolves with whether the owner wants it to end; undefined: it is no longer this process's. */
export async function seeTest(db: Db, of: TestRow, holder: string, now: number): Promise<boolean | undefined> {
  const [row] = await db.query<{ stops: boolean }>(seenStatement, [of.account, of.id, new Date(now), holder])
  return row?.stops
}

export const writeTest = (
  db: Db,
  { account, id }: TestRow,
  {
    holder,
    steps,
    failure,
    ended,
    now,
  }: { holder: string; steps: readonly Step[]; failure: Failure | null; ended: number | null; now: number },
): Promise<unknown> => {
  const end = ended === null ? null : new Date(ended)
  const why = failure && JSON.stringify(failure)
  return db.query(writeStatement, [account, id, JSON.stringify(steps), why, end, new Date(now), holder])
}
