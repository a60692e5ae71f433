import type { DeliveryLogQuery } from '@deskbell/protocol/agent/channel'
import { DELIVERY_ROUTES } from '@deskbell/protocol/agent/routes/deliveries'
import type { Static } from 'typebox'
import type { AttemptRecord } from '../deliveries/delivery.ts'
import type { DeliveryKinds } from '../deliveries/kinds.ts'
import { sqlBuilder as k } from '../db/builder.ts'
import { statement } from '../db/statement.ts'
import { Refused } from '../platform/errors.ts'
import { notFound } from '../settings/change.ts'
import { deliveryRows as rows, readLog, toAttempt, toDelivery } from './delivery-log.ts'
import type { Api } from './add-routes.ts'
import type { Services } from '../services.ts'
import { serve } from './serve.ts'
import type { SignedIn } from './signed-in.ts'

/**
 * Copies a delivery into a lane of its own, due at once; the next sweep finds it. Deliveries of a visitor who is being
 * erased are not copied.
 */
const replayStatement = statement(
  'delivery_replay',
  `insert into delivery (account_id, kind, lane, endpoint, channel_id, bot_id, webhook_id, event_n, chat_id, entry_n,
     recipient, body, state, first_at, next_at, created_at, replay_of)
   select account_id, kind, 'replay:' || id || ':' || $4, endpoint, channel_id, bot_id, webhook_id, event_n, chat_id, entry_n,
     recipient, body, 'due', $3, $3, $3, coalesce(replay_of, id)
   from delivery where account_id = $1 and id = $2 for update returning id`,
)

/** The delivery log: requests to integrators, providers and CRMs, and their results. */
export function deliveryRoutes(
  app: Api,
  services: Pick<Services, 'clock' | 'db' | 'directory' | 'ids'> & { readonly deliveryKinds: DeliveryKinds },
): void {
  const { db, clock, ids, directory, deliveryKinds } = services

  const page = (account: number, of: ReturnType<typeof rows>, asked: Static<typeof DeliveryLogQuery>) =>
    db.asAccount(account, (tx) => readLog(tx, account, of, asked))

  async function find(account: number, id: number) {
    const [row] = await db.asAccount(account, (tx) => tx.run(rows(account).where('id', '=', id)))
    if (!row) throw notFound('delivery')
    return row
  }

  async function findReplayable({ account }: SignedIn, delivery: number) {
    const row = await find(account, delivery)
    if (row.bot_id === null && row.webhook_id === null)
      throw new Refused(
        'not_replayable',
        'Only deliveries to bots and webhooks are sent again here. Send a message again in its chat.',
      )
    if (row.finished_at === null)
      throw new Refused('not_replayable', 'This delivery has not ended yet. Wait for its end.')
    if (row.webhook_id !== null && !directory.webhook(account, row.webhook_id)?.url)
      throw new Refused('not_replayable', 'The webhook of this delivery was removed, or has no address any more.')
    return row
  }

  const readAttempts = (account: number, delivery: number) =>
    db.asAccount(account, (tx) =>
      tx.run(
        k
          .selectFrom('attempt')
          .select(['number', 'at', 'ms', 'outcome', 'status', 'reason', 'request', 'response'])
          .where('account_id', '=', account)
          .where('delivery_id', '=', delivery)
          .orderBy('at')
          .orderBy('number'),
      ),
    )

  serve(app, DELIVERY_ROUTES, {
    searchDeliveries: ({ who: { account }, query }) => page(account, rows(account), query),
    listChannelDeliveries({ who: { account }, params: { channel }, query }) {
      if (!directory.channel(account, channel)) throw notFound('channel')
      // Requests to its bot and webhooks are in their own logs.
      const ofChannel = rows(account).where('channel_id', '=', channel)
      return page(account, ofChannel.where('bot_id', 'is', null).where('webhook_id', 'is', null), query)
    },
    listBotDeliveries({ who: { account }, params: { bot }, query }) {
      if (!directory.bot(account, bot)) throw notFound('bot')
      return page(account, rows(account), { ...query, bot })
    },
    listWebhookDeliveries({ who: { account }, params: { webhook }, query }) {
      if (!directory.webhook(account, webhook)) throw notFound('webhook')
      return page(account, rows(account), { ...query, webhook })
    },
    async replayDelivery({ who, params }) {
      const { id } = await findReplayable(who, params.delivery)
      const { account } = who
      const now = new Date(clock.now())
      const [made] = await db.query<{ id: number }>(replayStatement, [account, id, now, ids.letters(8)])
      return toDelivery(await find(account, made?.id ?? 0))
    },
    async readDelivery({ who: { account }, params: { delivery: id } }) {
      const row = await find(account, id)
      const [attempts, body] = await Promise.all([
        readAttempts(account, id),
        row.event_n === null ? undefined : deliveryKinds.get(row.kind)?.readBody?.(account, row.event_n),
      ])
      return {
        ...toDelivery(row),
        attemptList: attempts.map((one) => toAttempt(one as AttemptRecord, body)),
        body: body ?? null,
      }
    },
  })
}
