import type { Db } from '../db/db.ts'
import { statement } from '../db/statement.ts'
import type { Clock } from '../platform/clock.ts'

const DAY = 24 * 3600 * 1000

/** Of calls in which both sides have talked, those that go on included; `$6` is now. */
const minutes = `coalesce(sum(extract(epoch from coalesce(ended_at, $6::timestamptz)
    - to_timestamp(greatest((state->'connectedAt'->>'agent')::float8, (state->'connectedAt'->>'client')::float8) / 1000)))
  filter (where state->'connectedAt'->>'agent' is not null and state->'connectedAt'->>'client' is not null), 0)::float8 / 60`
const countStatement = statement(
  'calls_counted',
  `select 'visitor' as side, count(*)::int as calls, ${minutes} as minutes from call
     where account_id = $1 and visitor_number = $2 and started_at > $5
   union all select 'address', count(*)::int, ${minutes} from call
     where account_id = $1 and address = $3 and started_at > $5
   union all select 'number', count(*)::int, ${minutes} from call
     where account_id = $1 and state->>'phone' = nullif($4, '') and started_at > $5`,
)

export interface DayCount {
  readonly calls: number
  /** In which both sides talked. */
  readonly minutes: number
}

/** What is counted of the last 24 hours. Null, and an empty number: nothing. */
export interface CountedFor {
  readonly account: number
  readonly visitor: number | null
  readonly address: string | null
  /** As it is dialled. */
  readonly phone: string
}

/** The calls of the last 24 hours: those of a visitor, those from a network address, and those with a number. */
export async function readDayCounts(
  { db, clock }: { readonly db: Db; readonly clock: Clock },
  { account, visitor, address, phone }: CountedFor,
): Promise<Readonly<Record<'visitor' | 'address' | 'number', DayCount>>> {
  const now = clock.now()
  const values = [account, visitor, address, phone, new Date(now - DAY), new Date(now)]
  const none: DayCount = { calls: 0, minutes: 0 }
  const found = { visitor: none, address: none, number: none }
  const rows = await db.query<DayCount & { side: keyof typeof found }>(countStatement, values)
  for (const { side, ...count } of rows) found[side] = count
  return found
}

/** Whether there were as many calls, or minutes, as there may be; 0: any number. */
export const isUsedUp = ({ calls, minutes: talked }: DayCount, most: { calls: number; minutes: number }): boolean =>
  (most.calls > 0 && calls >= most.calls) || (most.minutes > 0 && talked >= most.minutes)
