import type { Db } from '../../db/db.ts'
import { statement } from '../../db/statement.ts'

/** A telephone is asked for again after it was silent for so long (ms). */
export const CHECK_AFTER = 8000
/** The provider was asked for a telephone and has not named it (ms): the process that asked was killed, or had no answer. */
export const UNNAMED_AFTER = 6000
const CHECKED_AT_ONCE = 50

const COLUMNS = `account_id as account, call_id as call, leg, agent_id as agent, number, sid, state, held, recording,
  asked_at as asked`

const addStatement = statement(
  'call_provider_leg_add',
  `insert into call_provider_leg (account_id, call_id, leg, agent_id, number, sid, state, asked_at, checked_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $8) on conflict do nothing returning leg`,
)
const readStatement = statement(
  'call_provider_legs_read',
  `select ${COLUMNS} from call_provider_leg where account_id = $1 and call_id = $2 order by asked_at, leg`,
)
const nameStatement = statement(
  'call_provider_leg_name',
  `update call_provider_leg set sid = $4, checked_at = $5
   where account_id = $1 and call_id = $2 and leg = $3 and coalesce(sid, $4) = $4`,
)
const stateStatement = statement(
  'call_provider_leg_state',
  `update call_provider_leg set state = $4 where account_id = $1 and call_id = $2 and leg = $3
   and array_position(array['asked', 'answered', 'ending', 'over'], state)
     < array_position(array['asked', 'answered', 'ending', 'over'], $4) returning leg`,
)
const holdStatement = statement(
  'call_provider_leg_hold',
  `update call_provider_leg set held = $4 where account_id = $1 and call_id = $2 and leg = $3 and held <> $4
   returning leg`,
)
const recordStatement = statement(
  'call_provider_leg_record',
  `update call_provider_leg set recording = $4 where account_id = $1 and call_id = $2 and leg = $3
   and recording is distinct from $4 returning leg`,
)
const claimStatement = statement(
  'call_provider_leg_claim',
  `update call_provider_leg set claimed_until = $4 where account_id = $1 and call_id = $2 and leg = $3
   and coalesce(claimed_until, $5) <= $5 returning leg`,
)
const releaseStatement = statement(
  'call_provider_leg_release',
  'update call_provider_leg set claimed_until = null where account_id = $1 and call_id = $2 and leg = $3',
)
const oneStatement = statement(
  'call_provider_leg_read',
  `select ${COLUMNS} from call_provider_leg where account_id = $1 and call_id = $2 and leg = $3`,
)
const bySidStatement = statement(
  'call_provider_leg_by_sid',
  `select ${COLUMNS} from call_provider_leg where account_id = $1 and sid = $2`,
)
const dropStatement = statement(
  'call_provider_legs_drop',
  `delete from call_provider_leg where account_id = $1 and call_id = $2 and state = 'over'`,
)
const dueStatement = statement(
  'call_provider_legs_due',
  `update call_provider_leg set checked_at = $1 where (account_id, call_id, leg) in (
     select account_id, call_id, leg from call_provider_leg
     where state <> 'over' and checked_at <= case when sid is null then $4::timestamptz else $2 end
     order by checked_at limit $3 for update skip locked)
   returning ${COLUMNS}`,
)
const sidsStatement = statement(
  'call_provider_sids',
  'select sid from call_provider_leg where account_id = $1 and sid = any($2::text[])',
)
const liveStatement = statement(
  'call_provider_live',
  `select account_id as account, id as call from call where ended_at is null and carrier = 'twilio'`,
)

const openStatement = statement(
  'call_provider_open',
  'select distinct call_id as call from call_provider_leg where account_id = $1',
)

/** `answered`: the agent hears the question, or the client is there. `ending`: the server hangs up. */
export type LegState = 'asked' | 'answered' | 'ending' | 'over'

/** Which telephone of which call. */
export interface LegKey {
  readonly account: number
  readonly call: number
  /** Unique within the call. */
  readonly leg: string
}

/** A telephone of a call at the provider. */
export interface Leg extends LegKey {
  /** Whose it is; null: the client's. */
  readonly agent: number | null
  /** As it was dialled; empty: it has called. */
  readonly number: string
  /** Its name at the provider; null: not known yet. */
  readonly sid: string | null
  readonly state: LegState
  readonly held: boolean
  readonly recording: 'asked' | 'refused' | null
  readonly asked: number
}

export type NewLeg = LegKey & Pick<Leg, 'agent' | 'number' | 'sid' | 'state'>

/** The stored telephones. Each is written before the provider is asked for it. */
export function makeLegRows(db: Pick<Db, 'query'>) {
  const isOne = async (rows: Promise<unknown[]>) => (await rows).length > 0
  const keyOf = ({ account, call, leg }: LegKey) => [account, call, leg]
  return {
    /** Resolves with false when it is there already: another process asks for it. */
    add: (one: NewLeg, now: number): Promise<boolean> =>
      isOne(db.query(addStatement, [...keyOf(one), one.agent, one.number, one.sid, one.state, new Date(now)])),
    read: (account: number, call: number): Promise<Leg[]> => db.query<Leg>(readStatement, [account, call]),
    /** The provider has named it, or told something of it. */
    heard: (key: LegKey, sid: string, now: number): Promise<unknown> =>
      db.query(nameStatement, [...keyOf(key), sid, new Date(now)]),
    /** States only follow each other. Resolves with false where it was so before. */
    move: (key: LegKey, to: LegState): Promise<boolean> => isOne(db.query(stateStatement, [...keyOf(key), to])),
    /** Resolves with false where it was so before. */
    hold: (key: LegKey, held: boolean): Promise<boolean> => isOne(db.query(holdStatement, [...keyOf(key), held])),
    /** Resolves with false where it was so before. */
    record: (key: LegKey, to: Leg['recording']): Promise<boolean> =>
      isOne(db.query(recordStatement, [...keyOf(key), to])),
    one: async (key: LegKey): Promise<Leg | undefined> => (await db.query<Leg>(oneStatement, keyOf(key)))[0],
    bySid: async (account: number, sid: string): Promise<Leg | undefined> =>
      (await db.query<Leg>(bySidStatement, [account, sid]))[0],
    release: (key: LegKey): Promise<unknown> => db.query(releaseStatement, keyOf(key)),
    /** Resolves with false while another process stores the recordings of the call. `until`: in ms. */
    claim: (key: LegKey, until: number, now: number): Promise<boolean> =>
      isOne(db.query(claimStatement, [...keyOf(key), new Date(until), new Date(now)])),
    /** Those that are free are forgotten. */
    drop: (account: number, call: number): Promise<unknown> => db.query(dropStatement, [account, call]),
    /** Takes those that nothing was heard of since `since` (ms), and those that the provider has not named in time. */
    takeDue: (now: number, since: number): Promise<Leg[]> =>
      db.query<Leg>(dueStatement, [new Date(now), new Date(since), CHECKED_AT_ONCE, new Date(now - UNNAMED_AFTER)]),
    /** Which of these names belong to a stored telephone. */
    async known(account: number, sids: readonly string[]): Promise<Set<string>> {
      const rows = await db.query<{ sid: string }>(sidsStatement, [account, sids])
      return new Set(rows.map(({ sid }) => sid))
    },
    /** The calls that are not over. */
    live: (): Promise<{ account: number; call: number }[]> => db.query(liveStatement, []),
    /** The calls of the account whose telephones may not be free, also those that were erased. */
    open: (account: number): Promise<{ call: number }[]> => db.query(openStatement, [account]),
  }
}
export type LegRows = ReturnType<typeof makeLegRows>
