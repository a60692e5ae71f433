import type { EventName } from '@deskbell/protocol/webhook/events'
import { takeNumber } from '../conversation/commit/numbers.ts'
import type { Db } from '../db/db.ts'
import { statement } from '../db/statement.ts'
import type { LeasedDelivery } from '../deliveries/delivery.ts'
import { LEASE } from '../deliveries/policy.ts'
import { deliveryRows, toLeased, type DeliveryRow } from '../deliveries/rows.ts'
import { insertDeliveries } from '../deliveries/statements.ts'
import type { Directory, WebhookRecord } from '../settings/directory.ts'
import type { Clock } from '../platform/clock.ts'
import type { Ids } from '../platform/ids.ts'
import { writeEvents } from './effects.ts'
import { exampleOf } from './examples.ts'
import { webhookEndpoint } from './policy.ts'

/** The channel id of an example in an account without channels. */
const NO_CHANNEL = 'example'

const endStatement = statement(
  'webhook_only_pulled',
  `update delivery set state = 'cancelled', token = null, next_at = null, finished_at = $3, reason = $4
   where account_id = $1 and id = $2`,
)

export interface SendExampleOptions {
  readonly db: Db
  readonly clock: Clock
  readonly ids: Pick<Ids, 'uuid'>
  readonly directory: Directory
  /** Hands over the deliveries, which are written with a lease. */
  readonly onLeased: (held: readonly LeasedDelivery[]) => void
}

/** Sends an event with example data to one webhook. Resolves with the number of the delivery. */
export interface SendExample {
  (webhook: WebhookRecord, name: EventName): Promise<number>
}

/** The test button: writes an event with a number for this webhook alone, and a delivery that is due immediately. */
export function makeSendExample({ db, clock, ids, directory, onLeased }: SendExampleOptions): SendExample {
  return async ({ accountId: account, id: webhook, url }, name) => {
    const now = clock.now()
    const at = new Date(now)
    const [channel] = directory.channels(account)
    const body = JSON.stringify(exampleOf(name, channel?.publicId ?? NO_CHANNEL, now))
    const rows = await db.transaction(async (tx) => {
      const n = await takeNumber(tx, account, 'events')
      const event = {
        account_id: account,
        n,
        name,
        chat_id: null,
        call_id: null,
        entry_n: null,
        webhook_id: webhook,
        body,
        whole: true,
      }
      const deliveries = {
        account,
        kind: name,
        lane: `${webhookEndpoint(webhook)}:test:${n}`,
        // An endpoint of its own, so that the example is sent while the webhook is paused.
        endpoint: `${webhookEndpoint(webhook)}:test`,
        channel: channel?.id ?? null,
        bot: null,
        webhook,
        event: n,
        chat: null,
        of: null,
        recipient: null,
        body: { test: true },
      }
      const [, made] = await Promise.all([
        tx.query(writeEvents, [JSON.stringify([event]), at]),
        tx.query<DeliveryRow>(insertDeliveries, [deliveryRows([deliveries]), at, new Date(now + LEASE), ids.uuid()]),
      ])
      if (url !== null) return made
      await tx.query(endStatement, [
        account,
        made[0]?.id,
        at,
        'The webhook has no address: the example is in its stream',
      ])
      return made
    })
    if (url !== null) onLeased(toLeased(rows))
    const [row] = rows
    if (!row) throw new Error('no delivery was stored')
    return row.id
  }
}
