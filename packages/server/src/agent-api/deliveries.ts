import {
  DeliveriesPage,
  DeliveriesQuery,
  Delivery,
  DeliveryLogQuery,
  DeliveryWithAttempts,
} from '@deskbell/protocol/agent/channel'
import type { Static } from 'typebox'
import type { AttemptRecord } from '../deliveries/delivery.ts'
import { sqlBuilder as k } from '../db/builder.ts'
import { statement } from '../db/statement.ts'
import { Refused } from '../platform/errors.ts'
import { notFound } from '../settings/change.ts'
import { allow } from '../identity/permissions.ts'
import { deliveryRows as rows, readLog, toAttempt, toDelivery } from './delivery-log.ts'
import type { AgentServices, Api } from './services.ts'
import { whoAsks } from './guard.ts'
import { BotPath, ChannelPath, DeliveryPath, WebhookPath } from './shapes.ts'
import type { SignedIn } from './signed-in.ts'

const tags = ['Delivery log']

/** The same once more, due at once, in a lane of its own; found by the next sweep. Of what is being erased there is none. */
const replayStatement = statement(
  'delivery_replay',
  `insert into delivery (account_id, kind, lane, endpoint, channel_id, bot_id, webhook_id, event_n, chat_id, entry_n,
     recipient, body, state, first_at, next_at, created_at, replay_of)
   select account_id, kind, 'replay:' || id || ':' || $4, endpoint, channel_id, bot_id, webhook_id, event_n, chat_id, entry_n,
     recipient, body, 'due', $3, $3, $3, coalesce(replay_of, id)
   from delivery where account_id = $1 and id = $2 for update returning id`,
)

/** The delivery log: what we owed integrators, providers and CRMs, and what came of it. */
export function deliveryRoutes(app: Api, services: AgentServices): void {
  const { db, clock, ids, directory, bodies } = services

  const page = (account: number, of: ReturnType<typeof rows>, asked: Static<typeof DeliveryLogQuery>) =>
    db.asAccount(account, (tx) => readLog(tx, account, of, asked))

  async function find(account: number, id: number) {
    const [row] = await db.asAccount(account, (tx) => tx.run(rows(account).where('id', '=', id)))
    if (!row) throw notFound('delivery')
    return row
  }

  app.get(
    '/deliveries',
    {
      schema: {
        tags,
        summary: 'Search the delivery log',
        description:
          'Newest first, for 30 days. What is asked for must all fit. `message` is whatever a receiver has in a log of its own: the `id` of a message, or the `webhook-id` or `id` that a message or an event came with.',
        querystring: DeliveryLogQuery,
        response: { 200: DeliveriesPage },
      },
    },
    async (request) => {
      const { account, agent } = whoAsks(request)
      allow(agent, 'delivery.see')
      return page(account, rows(account), request.query)
    },
  )

  app.get(
    '/channels/:channel/deliveries',
    {
      schema: {
        tags,
        summary: 'List a channel’s deliveries',
        description: 'Newest first.',
        params: ChannelPath,
        querystring: DeliveriesQuery,
        response: { 200: DeliveriesPage },
      },
    },
    async (request) => {
      const { account, agent } = whoAsks(request)
      const { channel } = request.params
      allow(agent, 'delivery.see')
      if (!directory.channel(account, channel)) throw notFound('channel')
      // What its bot and webhooks were sent is in their own logs.
      const query = rows(account).where('channel_id', '=', channel)
      return page(account, query.where('bot_id', 'is', null).where('webhook_id', 'is', null), request.query)
    },
  )

  app.get(
    '/bots/:bot/deliveries',
    {
      schema: {
        tags,
        summary: 'List a bot’s deliveries',
        description: 'Newest first.',
        params: BotPath,
        querystring: DeliveriesQuery,
        response: { 200: DeliveriesPage },
      },
    },
    async (request) => {
      const { account, agent } = whoAsks(request)
      const { bot } = request.params
      allow(agent, 'delivery.see')
      if (!directory.bot(account, bot)) throw notFound('bot')
      return page(account, rows(account), { ...request.query, bot })
    },
  )

  app.get(
    '/webhooks/:webhook/deliveries',
    {
      schema: {
        tags,
        summary: 'List a webhook’s deliveries',
        description: 'Newest first.',
        params: WebhookPath,
        querystring: DeliveriesQuery,
        response: { 200: DeliveriesPage },
      },
    },
    async (request) => {
      const { account, agent } = whoAsks(request)
      const { webhook } = request.params
      allow(agent, 'delivery.see')
      if (!directory.webhook(account, webhook)) throw notFound('webhook')
      return page(account, rows(account), { ...request.query, webhook })
    },
  )

  app.post(
    '/deliveries/:delivery/replay',
    {
      schema: {
        tags,
        summary: 'Send a delivery again',
        description:
          'What a bot was sent, once more with the same event id, as a delivery of its own: one attempt, and nothing follows for the chat but what the bot then says. What a webhook was sent, with the same `webhook-id` and the same bytes, signed anew, on the schedule of any other event.',
        params: DeliveryPath,
        response: { 201: Delivery },
      },
    },
    async (request, reply) => {
      const who = whoAsks(request)
      allow(who.agent, 'delivery.replay')
      const { id } = await findReplayable(who, request.params.delivery)
      const { account } = who
      const now = new Date(clock.now())
      const [made] = await db.query<{ id: number }>(replayStatement, [account, id, now, ids.letters(8)])
      return reply.code(201).send(toDelivery(await find(account, made?.id ?? 0)))
    },
  )

  async function findReplayable({ account }: SignedIn, delivery: number) {
    const row = await find(account, delivery)
    if (row.bot_id === null && row.webhook_id === null)
      throw new Refused(
        'not_replayable',
        'Only what a bot or a webhook was sent is sent again here; messages are, in their chat.',
      )
    if (row.finished_at === null)
      throw new Refused('not_replayable', 'This delivery is still under way: wait for its end.')
    if (row.webhook_id !== null && !directory.webhook(account, row.webhook_id)?.url)
      throw new Refused('not_replayable', 'The webhook of this delivery was removed, or has no address any more.')
    return row
  }

  app.get(
    '/deliveries/:delivery',
    {
      schema: {
        tags,
        summary: 'Read a delivery with its attempts',
        description: 'What was sent and what came back each time. Secrets are masked.',
        params: DeliveryPath,
        response: { 200: DeliveryWithAttempts },
      },
    },
    async (request) => {
      const { account, agent } = whoAsks(request)
      const { delivery: id } = request.params
      allow(agent, 'delivery.see')
      const row = await find(account, id)
      const [attempts, body] = await Promise.all([
        db.asAccount(account, (tx) =>
          tx.run(
            k
              .selectFrom('attempt')
              .select(['number', 'at', 'ms', 'outcome', 'status', 'reason', 'request', 'response'])
              .where('account_id', '=', account)
              .where('delivery_id', '=', id)
              .orderBy('at')
              .orderBy('number'),
          ),
        ),
        row.event_n === null ? undefined : bodies(account, row.event_n),
      ])
      return {
        ...toDelivery(row),
        attemptList: attempts.map((one) => toAttempt(one as AttemptRecord, body)),
        body: body ?? null,
      }
    },
  )
}
