import { isDeepStrictEqual } from 'node:util'
import type { NewWebhook, WebhookChange } from '@deskbell/protocol/agent/webhook'
import type { SetupWebhook } from '@deskbell/protocol/setup'
import { sqlBuilder as k } from '../db/builder.ts'
import { at, type Run } from './run.ts'
import { changeWebhook, createWebhook, rotateWebhookSecret, webhookSecretContext } from '../settings/webhooks.ts'

/** Applies the file's webhooks, identified by address; fields that the file omits stay unchanged. */
export async function setUpWebhooks(run: Run, webhooks: readonly SetupWebhook[]): Promise<void> {
  for (const [i, webhook] of webhooks.entries()) await at(`/webhooks/${i}`, () => setUpWebhook(run, webhook))
}

async function setUpWebhook({ settingsContext, tx, account, outcome }: Run, wanted: NewWebhook): Promise<void> {
  const [stored] = await tx.run(
    k
      .selectFrom('webhook')
      .select(['id', 'name', 'events', 'ask_early as askEarly', 'secret'])
      .where('account_id', '=', account)
      .where('url', '=', wanted.url)
      .where('deleted_at', 'is', null)
      .orderBy('id')
      .limit(1),
  )
  if (!stored) {
    outcome.changed = true
    await createWebhook(settingsContext, tx, account, wanted)
    return
  }
  const { id, secret: sealed, ...settings } = stored
  const { secret, url: _, ...given } = wanted
  const change: WebhookChange = Object.fromEntries(
    Object.entries(given).filter(([name, value]) => !isDeepStrictEqual(value, settings[name as keyof typeof settings])),
  )
  const isOther =
    secret !== undefined && settingsContext.keys.open(sealed, webhookSecretContext(account, id)) !== secret
  if (isOther) await rotateWebhookSecret(settingsContext, { tx, account }, id, secret)
  if (Object.keys(change).length > 0) await changeWebhook(settingsContext, { tx, account }, id, change)
  if (isOther || Object.keys(change).length > 0) outcome.changed = true
}
