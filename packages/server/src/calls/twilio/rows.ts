import type { CallProvider, CallProviderState } from '@deskbell/protocol/agent/call-provider'
import type { Db, Tx } from '../../db/db.ts'
import { statement } from '../../db/statement.ts'

const readStatement = statement(
  'call_provider_read',
  'select settings, state, why, state_at as since from call_provider where account_id = $1',
)
const allStatement = statement(
  'call_providers_read',
  'select account_id as account, settings, token, state from call_provider order by account_id',
)
const lockStatement = statement(
  'call_provider_lock',
  'select settings, token from call_provider where account_id = $1 for update',
)
const setStatement = statement(
  'call_provider_set',
  `insert into call_provider (account_id, settings, token, state_at) values ($1, $2::jsonb, $3, $4)
   on conflict (account_id) do update set settings = excluded.settings, token = excluded.token, state = null, why = null,
     state_at = excluded.state_at`,
)
const removeStatement = statement(
  'call_provider_remove',
  'delete from call_provider where account_id = $1 returning account_id',
)
const tellStatement = statement(
  'call_provider_tell',
  `update call_provider set state = $2, why = $3, state_at = $4 where account_id = $1
   and (coalesce(state, ''), coalesce(why, '')) is distinct from ($2, coalesce($3, ''))`,
)
const carriersStatement = statement(
  'call_carriers_set',
  `select exists (select from call_trunk where account_id = $1) as trunk,
     exists (select from call_provider where account_id = $1) as provider,
     exists (select from call where account_id = $1 and carrier = 'twilio' and ended_at is null) as live`,
)

export interface StoredProvider {
  readonly settings: CallProvider
  readonly state: CallProviderState | null
  readonly why: string | null
  readonly since: number
}

/** `token`: sealed. */
export interface SealedProvider {
  readonly account: number
  readonly settings: CallProvider
  readonly token: Buffer
  readonly state: CallProviderState | null
}

export async function readProvider(tx: Pick<Tx, 'query'>, account: number): Promise<StoredProvider | undefined> {
  return (await tx.query<StoredProvider>(readStatement, [account]))[0]
}

export const readProviders = (db: Pick<Tx, 'query'>): Promise<SealedProvider[]> =>
  db.query<SealedProvider>(allStatement, [])

/** What calls of the account go over, and whether some are under way over the provider. */
export async function readCarriers(
  tx: Pick<Tx, 'query'>,
  account: number,
): Promise<{ trunk: boolean; provider: boolean; live: boolean }> {
  const [row] = await tx.query<{ trunk: boolean; provider: boolean; live: boolean }>(carriersStatement, [account])
  return row ?? { trunk: false, provider: false, live: false }
}

export async function lockProvider(
  tx: Tx,
  account: number,
): Promise<{ settings: CallProvider; token: Buffer } | undefined> {
  return (await tx.query<{ settings: CallProvider; token: Buffer }>(lockStatement, [account]))[0]
}

export const setProvider = (
  tx: Tx,
  { account, settings, token, now }: { account: number; settings: CallProvider; token: Buffer; now: number },
): Promise<unknown> => tx.query(setStatement, [account, JSON.stringify(settings), token, new Date(now)])

export const removeProvider = async (tx: Tx, account: number): Promise<boolean> =>
  (await tx.query(removeStatement, [account])).length > 0

export const tellProvider = (
  db: Pick<Db, 'query'>,
  { account, state, why, now }: { account: number; state: CallProviderState; why: string | null; now: number },
): Promise<unknown> => db.query(tellStatement, [account, state, why, new Date(now)])
