import { Delivery } from '@deskbell/protocol/agent/channel'
import {
  NewWebhook,
  Replayed,
  ReplayRange,
  StreamToken,
  Webhook,
  WebhookChange,
  WebhookList,
  WebhookTest,
} from '@deskbell/protocol/agent/webhook'
import { statement } from '../db/statement.ts'
import { Refused } from '../platform/errors.ts'
import type { WebhookRecord } from '../settings/directory.ts'
import { notFound } from '../settings/change.ts'
import { allow, type Action } from '../identity/permissions.ts'
import { replayRange } from '../settings/replay.ts'
import {
  changeWebhook,
  createWebhook,
  endStreamToken,
  makeStreamToken,
  removeWebhook,
  rotateWebhookSecret,
} from '../settings/webhooks.ts'
import { deliveryRows, toDelivery } from './delivery-log.ts'
import type { AgentServices, Api } from './services.ts'
import { whoAsks } from './guard.ts'
import { changeAndRefresh } from './change-and-refresh.ts'
import { Nothing, WebhookPath } from './shapes.ts'
import type { SignedIn } from './signed-in.ts'

const tags = ['Webhooks']

const waitingStatement = statement(
  'webhook_waiting',
  `select w.id as webhook, d.waiting from unnest($2::int[]) as w(id)
   cross join lateral (select count(*)::int as waiting from delivery d where d.account_id = $1 and d.webhook_id = w.id
     and d.state in ('waiting', 'due')) d`,
)

/** The receivers of events. */
export function webhookRoutes(app: Api, services: AgentServices): void {
  const { db, clock, ids, directory, settingsContext, sendExample } = services

  function find({ account, agent }: SignedIn, id: number, action: Action): WebhookRecord {
    // An agent hears that their role does not allow it, whether the webhook is there or not (T17).
    allow(agent, action)
    const webhook = directory.webhook(account, id)
    if (!webhook) throw notFound('webhook')
    return webhook
  }

  async function toWebhooks(account: number, records: readonly WebhookRecord[]): Promise<Webhook[]> {
    const rows = await db.asAccount(account, (tx) =>
      tx.query<{ webhook: number; waiting: number }>(waitingStatement, [account, records.map(({ id }) => id)]),
    )
    const waiting = new Map(rows.map((row) => [row.webhook, row.waiting]))
    return records.map((record) => toWebhook(record, waiting.get(record.id) ?? 0, clock.now()))
  }

  async function shown(who: SignedIn, id: number): Promise<Webhook> {
    const [webhook] = await toWebhooks(who.account, [find(who, id, 'webhook.see')])
    if (!webhook) throw notFound('webhook')
    return webhook
  }

  app.get(
    '/webhooks',
    { schema: { tags, summary: 'List webhooks', response: { 200: WebhookList } } },
    async (request) => {
      const { account, agent } = whoAsks(request)
      allow(agent, 'webhook.see')
      return { webhooks: await toWebhooks(account, directory.webhooks(account)) }
    },
  )

  app.post(
    '/webhooks',
    {
      schema: {
        tags,
        summary: 'Add a webhook',
        description:
          'Owners and admins. Without an address its events are only pulled. The address is https, unless the operator of the desk allows its host.',
        body: NewWebhook,
        response: { 201: Webhook },
      },
    },
    async (request, reply) => {
      const who = whoAsks(request)
      allow(who.agent, 'webhook.create')
      const id = await changeAndRefresh(services, who.account, (tx) =>
        createWebhook(settingsContext, tx, who.account, request.body),
      )
      return reply.code(201).send(await shown(who, id))
    },
  )

  app.get(
    '/webhooks/:webhook',
    { schema: { tags, summary: 'Read a webhook', params: WebhookPath, response: { 200: Webhook } } },
    async (request) => shown(whoAsks(request), request.params.webhook),
  )

  app.patch(
    '/webhooks/:webhook',
    {
      schema: {
        tags,
        summary: 'Change a webhook',
        description:
          'What is left out stays as it is. While it is paused, what happens waits for it, for 30 days at most; made active again, it goes on by itself.',
        params: WebhookPath,
        body: WebhookChange,
        response: { 200: Webhook },
      },
    },
    async (request) => {
      const who = whoAsks(request)
      const { id } = find(who, request.params.webhook, 'webhook.change')
      await changeAndRefresh(services, who.account, (tx) =>
        changeWebhook(settingsContext, tx, who.account, id, request.body),
      )
      return shown(who, id)
    },
  )

  app.delete(
    '/webhooks/:webhook',
    {
      schema: {
        tags,
        summary: 'Remove a webhook',
        description: 'Nothing is sent there from now on, and its stream ends. Its log stays.',
        params: WebhookPath,
        response: { 204: Nothing },
      },
    },
    async (request, reply) => {
      const who = whoAsks(request)
      const { id } = find(who, request.params.webhook, 'webhook.remove')
      await changeAndRefresh(services, who.account, (tx) => removeWebhook(settingsContext, tx, who.account, id))
      return reply.code(204).send(null)
    },
  )

  app.post(
    '/webhooks/:webhook/secret',
    {
      schema: {
        tags,
        summary: 'Give a webhook a new signing secret',
        description: 'For 24 hours events carry signatures of both.',
        params: WebhookPath,
        response: { 200: Webhook },
      },
    },
    async (request) => {
      const who = whoAsks(request)
      const { id } = find(who, request.params.webhook, 'webhook.change')
      await changeAndRefresh(services, who.account, (tx) => rotateWebhookSecret(settingsContext, tx, who.account, id))
      return shown(who, id)
    },
  )

  app.post(
    '/webhooks/:webhook/stream',
    {
      schema: {
        tags,
        summary: 'Make a token that pulls a webhook’s events',
        description: 'For `GET /api/events`. It is shown this once; the one before it ends.',
        params: WebhookPath,
        response: { 201: StreamToken },
      },
    },
    async (request, reply) => {
      const who = whoAsks(request)
      const { id } = find(who, request.params.webhook, 'webhook.change')
      const token = await changeAndRefresh(services, who.account, (tx) =>
        makeStreamToken(settingsContext, tx, who.account, id),
      )
      return reply.code(201).send({ token })
    },
  )

  app.delete(
    '/webhooks/:webhook/stream',
    {
      schema: {
        tags,
        summary: 'End the token that pulls a webhook’s events',
        params: WebhookPath,
        response: { 204: Nothing },
      },
    },
    async (request, reply) => {
      const who = whoAsks(request)
      const { id } = find(who, request.params.webhook, 'webhook.change')
      await changeAndRefresh(services, who.account, (tx) => endStreamToken(tx, who.account, id))
      return reply.code(204).send(null)
    },
  )

  app.post(
    '/webhooks/:webhook/test',
    {
      schema: {
        tags,
        summary: 'Send an example',
        description:
          'An event with example data, to this webhook alone, also while it is paused or disabled: one attempt. Its end is in the delivery log. Who pulls events gets it there.',
        params: WebhookPath,
        body: WebhookTest,
        response: { 201: Delivery },
      },
    },
    async (request, reply) => {
      const who = whoAsks(request)
      const webhook = find(who, request.params.webhook, 'webhook.test')
      const id = await sendExample(webhook, request.body.event)
      const [row] = await db.asAccount(who.account, (tx) => tx.run(deliveryRows(who.account).where('id', '=', id)))
      if (!row) throw notFound('delivery')
      return reply.code(201).send(toDelivery(row))
    },
  )

  app.post(
    '/webhooks/:webhook/replay',
    {
      schema: {
        tags,
        summary: 'Send a range of events again',
        description:
          'What happened between `from` and `to` (now) and is told to this webhook, in the order of each chat, with the same `webhook-id` and the same bytes, signed anew. Unless `all` is asked for, only what it never took. What still waits is left to wait. At most 10 000 in one request: `next` says where the rest begins.',
        params: WebhookPath,
        body: ReplayRange,
        response: { 200: Replayed },
      },
    },
    async (request) => {
      const who = whoAsks(request)
      const webhook = find(who, request.params.webhook, 'webhook.replay')
      if (webhook.url === null)
        throw new Refused('not_replayable', 'This webhook has no address: its events are pulled, from any number on.')
      // Not as somebody signed in: deliveries are written by the desk alone.
      return db.transaction((tx) =>
        replayRange(tx, webhook, request.body, { now: clock.now(), unique: ids.letters(12) }),
      )
    },
  )
}

/** A webhook as owners and admins see it; nobody else does (T23). */
function toWebhook(webhook: WebhookRecord, waiting: number, now: number): Webhook {
  const { previousSecretUntil, failing } = webhook
  const [secret = ''] = webhook.secrets
  return {
    id: webhook.id,
    name: webhook.name,
    url: webhook.url,
    events: [...webhook.events],
    askEarly: webhook.askEarly,
    secret,
    previousSecretUntil: previousSecretUntil !== null && previousSecretUntil > now ? previousSecretUntil : null,
    stream: webhook.stream,
    state: webhook.state,
    failing: failing && { since: failing.since, reason: failing.reason },
    waiting,
    createdAt: webhook.createdAt,
  }
}
