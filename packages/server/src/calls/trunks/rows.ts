import type { Trunk, TrunkState } from '@deskbell/protocol/agent/call-trunk'
import type { Db, Tx } from '../../db/db.ts'
import { statement } from '../../db/statement.ts'
import { Invalid } from '../../platform/errors.ts'
import type { ModuleLeases } from '../../db/process-leases.ts'

/** How long a process has a trunk for itself after it was heard of last, and how often it says so (ms). */
export const HELD_FOR = 5000
export const HELD_EVERY = 1500

const readStatement = statement(
  'call_trunk_read',
  'select settings, state, why, state_at as since, next_at as next from call_trunk where account_id = $1',
)
const lockStatement = statement(
  'call_trunk_lock',
  "select password, settings->>'host' as host from call_trunk where account_id = $1 for update",
)
const setStatement = statement(
  'call_trunk_set',
  `insert into call_trunk (account_id, settings, password, state, state_at) values ($1, $2::jsonb, $3, 'connecting', $4)
   on conflict (account_id) do update set settings = excluded.settings, password = excluded.password,
     state = excluded.state, why = null, state_at = excluded.state_at, next_at = null`,
)
const removeStatement = statement(
  'call_trunk_remove',
  'delete from call_trunk where account_id = $1 returning account_id',
)
const holdStatement = statement(
  'call_trunk_hold',
  `update call_trunk set holder = $1::uuid, held_until = $2, can_call = account_id = any($4::int[])
   where ctid = any(array(select ctid from call_trunk where holder = $1::uuid or held_until is null or held_until < $3
     order by account_id for update))
   returning account_id as account, settings, password`,
)
const ableStatement = statement(
  'call_trunks_able',
  'select account_id as account from call_trunk where can_call and held_until > $1',
)
const dropStatement = statement(
  'call_trunk_drop',
  'update call_trunk set holder = null, held_until = null, can_call = false where holder = $1::uuid',
)
const endStatement = statement(
  'call_trunk_end',
  'update call_trunk set holder = null, held_until = null, can_call = false where holder between $1::uuid and $2::uuid',
)
const stateStatement = statement(
  'call_trunk_state',
  `update call_trunk set state = $3, why = $4, state_at = $5, next_at = $6 where account_id = $1 and holder = $2::uuid
   and (state, coalesce(why, '')) is distinct from ($3, coalesce($4, ''))`,
)

export interface StoredTrunk {
  readonly settings: Trunk
  readonly state: TrunkState
  readonly why: string | null
  readonly since: number
  /** When the process that holds it connects again. */
  readonly next: number | null
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

/**
 * `password`: undefined where the stored one stays, which is for its host alone (T39). Resolves with false when there is none.
 * Throws Invalid.
 */
export async function setTrunk(
  tx: Tx,
  { account, settings, password, now }: { account: number; settings: Trunk; password: Buffer | undefined; now: number },
): Promise<boolean> {
  const [stored] = await tx.query<{ password: Buffer; host: string }>(lockStatement, [account])
  const kept = password ?? stored?.password
  if (!kept) return false
  if (!password && stored?.host !== settings.host) throw new Invalid('/password', { reason: 'given_elsewhere' }) // guard T39
  await tx.query(setStatement, [account, JSON.stringify(settings), kept, new Date(now)])
  return true
}

export const removeTrunk = async (tx: Tx, account: number): Promise<boolean> =>
  (await tx.query(removeStatement, [account])).length > 0

/**
 * Holds the trunks that it holds already, and those that no living process holds. `able`: the accounts for which this process can
 * call telephones now.
 */
export const holdTrunks = (
  db: Db,
  { holder, able, now }: { holder: string; able: readonly number[]; now: number },
): Promise<HeldTrunk[]> => db.query<HeldTrunk>(holdStatement, [holder, new Date(now + HELD_FOR), new Date(now), able])

/** The accounts for which some process can call telephones. */
export async function readAble(db: Db, now: number): Promise<Set<number>> {
  const rows = await db.query<{ account: number }>(ableStatement, [new Date(now)])
  return new Set(rows.map(({ account }) => account))
}

export const dropTrunks = (db: Db, holder: string): Promise<unknown> => db.query(dropStatement, [holder])

export const endTrunkLeases: ModuleLeases['end'] = (tx, { first, last }) => tx.query(endStatement, [first, last])

export const tellState = (
  db: Db,
  {
    account,
    holder,
    state,
    why,
    next,
    now,
  }: { account: number; holder: string; state: TrunkState; why: string | null; next: number | null; now: number },
): Promise<unknown> =>
  db.query(stateStatement, [account, holder, state, why, new Date(now), next === null ? null : new Date(next)])
