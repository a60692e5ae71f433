import { WEBHOOK_ROUTES } from '@deskbell/protocol/agent/routes/webhooks'
import type { Webhook } from '@deskbell/protocol/agent/webhook'
import type { Tx } from '../db/db.ts'
import { statement } from '../db/statement.ts'
import { Refused } from '../platform/errors.ts'
import type { WebhookRecord } from '../settings/directory.ts'
import { notFound } from '../settings/change.ts'
import { replayRange } from './replay.ts'
import {
  changeWebhook,
  createWebhook,
  endStreamToken,
  makeStreamToken,
  removeWebhook,
  rotateWebhookSecret,
} from '../settings/webhooks.ts'
import { deliveryRows, toDelivery } from '../agent-api/delivery-log.ts'
import type { Api } from '../agent-api/add-routes.ts'
import type { Services } from '../services.ts'
import type { SendExample } from './send-example.ts'
import { serve } from '../agent-api/serve.ts'
import { changeAndRefresh } from '../agent-api/change-and-refresh.ts'
import type { SignedIn } from '../agent-api/signed-in.ts'

const waitingStatement = statement(
  'webhook_waiting',
  `select w.id as webhook, d.waiting from unnest($2::int[]) as w(id)
   cross join lateral (select count(*)::int as waiting from delivery d where d.account_id = $1 and d.webhook_id = w.id
     and d.state in ('waiting', 'due')) d`,
)

type Needs = Pick<Services, 'clock' | 'db' | 'directory' | 'ids' | 'settingsContext'> & {
  readonly sendExample: SendExample
}

/** Routes of the agent API: the account's webhooks. */
export function webhookAgentRoutes(app: Api, services: Needs): void {
  const { db, clock, ids, directory, settingsContext, sendExample } = services

  function find({ account }: SignedIn, id: number): WebhookRecord {
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
    const [webhook] = await toWebhooks(who.account, [find(who, id)])
    if (!webhook) throw notFound('webhook')
    return webhook
  }

  /** Changes an existing webhook. */
  function change<T>(who: SignedIn, id: number, make: (tx: Tx) => Promise<T>): Promise<T> {
    find(who, id)
    return changeAndRefresh(services, who.account, make)
  }

  serve(app, WEBHOOK_ROUTES, {
    listWebhooks: async ({ who: { account } }) => ({
      webhooks: await toWebhooks(account, directory.webhooks(account)),
    }),
    async addWebhook({ who, body }) {
      const id = await changeAndRefresh(services, who.account, (tx) =>
        createWebhook(settingsContext, tx, who.account, body),
      )
      return shown(who, id)
    },
    readWebhook: ({ who, params }) => shown(who, params.webhook),
    async changeWebhook({ who, params: { webhook }, body }) {
      await change(who, webhook, (tx) => changeWebhook(settingsContext, { tx, account: who.account }, webhook, body))
      return shown(who, webhook)
    },
    async removeWebhook({ who, params: { webhook } }) {
      await change(who, webhook, (tx) => removeWebhook(settingsContext, tx, who.account, webhook))
    },
    async rotateWebhookSecret({ who, params: { webhook } }) {
      await change(who, webhook, (tx) => rotateWebhookSecret(settingsContext, { tx, account: who.account }, webhook))
      return shown(who, webhook)
    },
    async makeStreamToken({ who, params: { webhook } }) {
      const token = await change(who, webhook, (tx) => makeStreamToken(settingsContext, tx, who.account, webhook))
      return { token }
    },
    async endStreamToken({ who, params: { webhook } }) {
      await change(who, webhook, (tx) => endStreamToken(tx, who.account, webhook))
    },
    async sendExample({ who, params, body }) {
      const id = await sendExample(find(who, params.webhook), body.event)
      const [row] = await db.asAccount(who.account, (tx) => tx.run(deliveryRows(who.account).where('id', '=', id)))
      if (!row) throw notFound('delivery')
      return toDelivery(row)
    },
    replayEvents({ who, params, body }) {
      const webhook = find(who, params.webhook)
      if (webhook.url === null)
        throw new Refused('not_replayable', 'This webhook has no address: a client pulls its events.')
      // Not in the agent's own transaction: row-level security does not let agents write deliveries.
      return db.transaction((tx) => replayRange(tx, webhook, body, { now: clock.now(), unique: ids.letters(12) }))
    },
  })
}

/** A webhook as owners and admins see it (T23). */
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
