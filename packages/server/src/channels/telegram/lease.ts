import type { Db } from '../../db/db.ts'
import { statement } from '../../db/statement.ts'
import type { Clock } from '../../platform/clock.ts'
import type { ModuleLeases } from '../../db/process-leases.ts'

/** How long a process stays connected to the messenger of a channel without renewing its lease (ms). */
export const CHANNEL_LEASE = 20_000

/** Rows are locked in one order, so that two processes do not wait for each other. */
const claimStatement = statement(
  'channel_lease_claim',
  `insert into channel_lease as l (account_id, channel_id, holder, until)
   select c.account_id, c.id, $3, $5 from unnest($1::int[], $2::int[]) as w(account_id, id)
     join channel c on c.account_id = w.account_id and c.id = w.id and c.deleted_at is null
     order by c.account_id, c.id
   on conflict (account_id, channel_id) do update set holder = excluded.holder, until = excluded.until
     where l.holder = excluded.holder or l.until < $4
   returning account_id, channel_id`,
)

const releaseStatement = statement('channel_lease_release', 'delete from channel_lease where holder = $1')

const endStatement = statement(
  'channel_lease_end',
  'delete from channel_lease where holder between $1::uuid and $2::uuid',
)

export const endChannelLeases: ModuleLeases['end'] = (tx, { first, last }) => tx.query(endStatement, [first, last])

export interface ChannelLeases {
  /** Takes or renews the leases of these channels; resolves with the keys of those that this process now holds. */
  claim(channels: readonly ChannelId[]): Promise<ReadonlySet<string>>
  release(): Promise<void>
}

export interface ChannelId {
  readonly accountId: number
  readonly id: number
}

/** A channel's key in the maps of a process. */
export const channelKey = ({ accountId, id }: ChannelId): string => `${accountId}:${id}`

/** One process at a time connects to the messenger of a channel. `holder` is the id of this process (a UUID). */
export function makeChannelLeases({ db, clock, holder }: { db: Db; clock: Clock; holder: string }): ChannelLeases {
  return {
    async claim(channels) {
      if (channels.length === 0) return new Set()
      const now = clock.now()
      const rows = await db.query<{ account_id: number; channel_id: number }>(claimStatement, [
        channels.map(({ accountId }) => accountId),
        channels.map(({ id }) => id),
        holder,
        new Date(now),
        new Date(now + CHANNEL_LEASE),
      ])
      return new Set(rows.map((row) => channelKey({ accountId: row.account_id, id: row.channel_id })))
    },
    async release() {
      await db.query(releaseStatement, [holder])
    },
  }
}
