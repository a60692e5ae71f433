import type { Trunk, TrunkState } from '@deskbell/protocol/agent/call-trunk'
import type { Db, Tx } from '../../db/db.ts'
import { statement } from '../../db/statement.ts'

/** How long a process has a trunk for itself after it was heard of last, and how often it says so (ms). */
export const HELD_FOR = 5000
export const HELD_EVERY = 1500

const readStatement = statement(
  'call_trunk_read',
  'select settings, state, why, state_at as since from call_trunk where account_id = $1',
)
const lockStatement = statement('call_trunk_lock', 'select password from call_trunk where account_id = $1 for update')
const setStatement = statement(
  'call_trunk_set',
  `insert into call_trunk (account_id, settings, password, state, state_at) values ($1, $2::jsonb, $3, 'connecting', $4)
   on conflict (account_id) do update set settings = excluded.settings, password = excluded.password,
     state = excluded.state, why = null, state_at = excluded.state_at`,
)
const removeStatement = statement(
  'call_trunk_remove',
  'delete from call_trunk where account_id = $1 returning account_id',
)
const holdStatement = statement(
  'call_trunk_hold',
  `update call_trunk set holder = $1::uuid, held_until = $2
   where ctid = any(array(select ctid from call_trunk where holder = $1::uuid or held_until is null or held_until < $3
     order by account_id for update))
   returning account_id as account, settings, password`,
)
const dropStatement = statement(
  'call_trunk_drop',
  'update call_trunk set holder = null, held_until = null where holder = $1::uuid',
)
const stateStatement = statement(
  'call_trunk_state',
  `update call_trunk set state = $3, why = $4, state_at = $5 where account_id = $1 and holder = $2::uuid
   and (state, coalesce(why, '')) is distinct from ($3, coalesce($4, ''))`,
)

export interface StoredTrunk {
  readonly settings: Trunk
  readonly state: TrunkState
  readonly why: string | null
  readonly since: number
}

/** A trunk that this process holds. */
export interface HeldTrunk {
  readonly account: number
  readonly settings: Trunk
  /** Sealed. */
  readonly password: Buffer
}

export async function readTrunk(tx: Pick<Tx, 'query'>, account: number): Promise<StoredTrunk | undefined> {
  return (await tx.query<StoredTrunk>(readStatement, [account]))[0]
}

/** `seal`: undefined where the stored password stays. Resolves with false when there is none. */
export async function setTrunk(
  tx: Tx,
  { account, settings, password, now }: { account: number; settings: Trunk; password: Buffer | undefined; now: number },
): Promise<boolean> {
  const kept = password ?? (await tx.query<{ password: Buffer }>(lockStatement, [account]))[0]?.password
  if (!kept) return false
  await tx.query(setStatement, [account, JSON.stringify(settings), kept, new Date(now)])
  return true
}

export const removeTrunk = async (tx: Tx, account: number): Promise<boolean> =>
  (await tx.query(removeStatement, [account])).length > 0

/** Holds the trunks that it holds already, and those that no living process holds. */
export const holdTrunks = (db: Db, holder: string, now: number): Promise<HeldTrunk[]> =>
  db.query<HeldTrunk>(holdStatement, [holder, new Date(now + HELD_FOR), new Date(now)])

export const dropTrunks = (db: Db, holder: string): Promise<unknown> => db.query(dropStatement, [holder])

export const tellState = (
  db: Db,
  {
    account,
    holder,
    state,
    why,
    now,
  }: { account: number; holder: string; state: TrunkState; why: string | null; now: number },
): Promise<unknown> => db.query(stateStatement, [account, holder, state, why, new Date(now)])
