import type {
  AlertDevice,
  AlertDeviceBody,
  NotificationState,
  PushSubscriptionBody,
} from '@deskbell/protocol/agent/alerts'
import type { Tx } from '../db/db.ts'
import { statement } from '../db/statement.ts'
import { Refused } from '../platform/errors.ts'

/** Devices of one agent. The one that was unused for longest gives way to a new one. */
const DEVICES_MAX = 20

const putStatement = statement(
  'alert_device_put',
  `insert into alert_device as d (account_id, agent_id, key, name, permission, subscription, created_at, seen_at,
     session_hash)
   select $1, $2, $3, $4, $5, $6, $7, $7, $8::bytea
   where $8::bytea is null or exists (select from session where hash = $8 for key share)
   on conflict (account_id, agent_id, key) do update set name = excluded.name, permission = excluded.permission,
     subscription = excluded.subscription, seen_at = excluded.seen_at, session_hash = excluded.session_hash,
     failure = case when d.subscription = excluded.subscription then d.failure end
   returning *`,
)
/** A browser has one subscription. When another agent signs in there, it is no longer that of the agent before. */
const takeStatement = statement(
  'alert_device_take',
  `update alert_device set subscription = null where account_id = $1 and subscription is not null
   and subscription->>'endpoint' = $2 and not (agent_id = $3 and key = $4)`,
)
const thinStatement = statement(
  'alert_device_thin',
  `delete from alert_device where account_id = $1 and id in (select id from alert_device
   where account_id = $1 and agent_id = $2 order by seen_at desc, id desc offset $3)`,
)
const listStatement = statement(
  'alert_devices',
  'select * from alert_device where account_id = $1 and ($2::int is null or agent_id = $2) order by seen_at desc, id desc',
)
const removeStatement = statement(
  'alert_device_remove',
  'delete from alert_device where account_id = $1 and agent_id = $2 and id = $3 returning id',
)
const findStatement = statement('alert_device_find', 'select * from alert_device where account_id = $1 and id = $2')
/** The push service of a subscription, which shares its limits with the other subscriptions there. */
export const pushOriginOf = ({ endpoint }: PushSubscriptionBody): string => URL.parse(endpoint)?.origin ?? ''

export interface DeviceRow {
  id: number
  agent_id: number
  key: string
  name: string
  permission: NotificationState
  subscription: PushSubscriptionBody | null
  failure: string | null
  seen_at: number
}

/** Stores what a browser reports of itself. It is alerted until its session ends. */
export async function putDevice(
  tx: Tx,
  { account, agent, session }: { account: number; agent: number; session: Buffer | null },
  body: AlertDeviceBody,
  now: number,
): Promise<DeviceRow> {
  const { key, name, permission, subscription } = body
  if (subscription) await tx.query(takeStatement, [account, subscription.endpoint, agent, key])
  const [row] = await tx.query<DeviceRow>(putStatement, [
    account,
    agent,
    key,
    name,
    permission,
    subscription,
    new Date(now),
    session,
  ])
  if (!row) throw new Refused('signed_out', 'Sign in first.')
  await tx.query(thinStatement, [account, agent, DEVICES_MAX])
  return row
}

/** The devices of all agents of an account or of one of them, the one used last first. */
export const readDevices = (tx: Tx, account: number, agent: number | null): Promise<DeviceRow[]> =>
  tx.query<DeviceRow>(listStatement, [account, agent])

export async function findDevice(tx: Tx, account: number, id: number): Promise<DeviceRow | undefined> {
  const [row] = await tx.query<DeviceRow>(findStatement, [account, id])
  return row
}

/** Returns false when the agent has no such device. */
export async function removeDevice(tx: Tx, account: number, agent: number, id: number): Promise<boolean> {
  return (await tx.query(removeStatement, [account, agent, id])).length > 0
}

export const toDevice = (row: DeviceRow): AlertDevice => ({
  id: row.id,
  key: row.key,
  name: row.name,
  permission: row.permission,
  push: row.subscription !== null,
  seenAt: row.seen_at,
  failure: row.failure,
})
