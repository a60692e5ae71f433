import type { Db } from '../db/db.ts'
import { statement } from '../db/statement.ts'
import type { Clock } from '../platform/clock.ts'
import type { ModuleLeases } from '../db/process-leases.ts'
import type { Processes } from '../realtime/processes/processes.ts'

/** How long a lease holds, and how long before its end it is renewed (ms). */
const VALID = 4000
const RENEW = 2500

/** Takes and renews leases in the order of the accounts, so that two processes cannot deadlock. */
const takeStatement = statement(
  'routing_lease_take',
  `insert into routing_lease (account_id, holder, until)
   select account_id, $1::uuid, $2 from routing_settings where active order by account_id
   on conflict (account_id) do update set holder = excluded.holder, until = excluded.until
     where routing_lease.until < $3 or (routing_lease.holder = $1::uuid and routing_lease.until < $4)
   returning account_id`,
)
const heldStatement = statement(
  'routing_lease_held',
  `select l.account_id, l.until from routing_lease l join routing_settings s on s.account_id = l.account_id
   where l.holder = $1::uuid and l.until > $2 and s.active`,
)
const dropStatement = statement('routing_lease_drop', 'delete from routing_lease where holder = $1::uuid')

const endStatement = statement(
  'routing_lease_end',
  'delete from routing_lease where holder between $1::uuid and $2::uuid',
)

export const endRoutingLeases: ModuleLeases['end'] = (tx, { first, last }) => tx.query(endStatement, [first, last])

/** Fails with a division by zero when the holder has lost the account. Until the transaction ends, they cannot lose it. */
export const fenceStatement = statement(
  'routing_fence',
  `select 1 / count(*) from (
     select from routing_lease where account_id = $1 and holder = $2::uuid for share) l`,
)

/** Which accounts this process routes: each account has at most one router. */
export interface Leases {
  /** Of this process. */
  readonly holder: string
  /** Renews its leases, and takes those that have ended. */
  renew(): Promise<void>
  holds(account: number): boolean
  held(): number[]
  /** Gives them up. */
  close(): Promise<void>
}

export function makeLeases(needs: { db: Db; clock: Clock; processes: Pick<Processes, 'uuid'> }): Leases {
  const { db, clock, processes } = needs
  const holder = processes.uuid()
  let untils = new Map<number, number>()
  const holds = (account: number) => (untils.get(account) ?? 0) > clock.now()
  return {
    holder,
    async renew() {
      const now = clock.now()
      const taken = await db.query(takeStatement, [holder, new Date(now + VALID), new Date(now), new Date(now + RENEW)])
      // Most of several processes hold none, and ask for none.
      if (taken.length === 0 && untils.size === 0) return
      const rows = await db.query<{ account_id: number; until: number }>(heldStatement, [holder, new Date(now)])
      untils = new Map(rows.map((row) => [row.account_id, row.until]))
    },
    holds,
    held: () => [...untils.keys()].filter(holds),
    async close() {
      untils = new Map()
      await db.query(dropStatement, [holder])
    },
  }
}
