import type { NewWebhook, WebhookChange } from '@deskbell/protocol/agent/webhook'
import { EVENT_NAMES } from '@deskbell/protocol/webhook/events'
import { hashToken } from '../platform/crypto.ts'
import { sqlBuilder as k } from '../db/builder.ts'
import type { Tx } from '../db/db.ts'
import { makeSecret, parseSecret } from '../deliveries/http/sign.ts'
import { Invalid } from '../platform/errors.ts'
import { OVERLAP } from './channels.ts'
import { beginChange, notFound, type SettingsContext, refusedUrl, type InAccount } from './change.ts'

/** The name that a webhook's sealed secret is bound to (see `Keys.seal`). */
export const webhookSecretContext = (account: number, webhook: number) => `webhook ${account} ${webhook} secret`

/** Creates a webhook. Returns its number. */
export async function createWebhook(
  settingsContext: SettingsContext,
  tx: Tx,
  account: number,
  input: NewWebhook,
): Promise<number> {
  await beginChange(tx, account)
  checkWebhook(settingsContext, input)
  const { ids, keys } = settingsContext
  const secret = input.secret ?? makeSecret(ids)
  const parsed = parseSecret(secret)
  if (!parsed.ok) throw new Invalid('/secret', parsed.why)
  const [made] = await tx.run(
    k
      .insertInto('webhook')
      .values({
        account_id: account,
        name: input.name ?? nameFor(input.url),
        url: input.url,
        secret: Buffer.alloc(0),
        events: input.events ?? [...EVENT_NAMES],
        ask_early: input.askEarly ?? false,
      })
      .returning('id'),
  )
  if (!made) throw new Error('no webhook was stored')
  // A sealed secret is bound to the number of its webhook.
  await setColumns(tx, account, made.id, { secret: keys.seal(secret, webhookSecretContext(account, made.id)) })
  return made.id
}

/** Changes the named fields and keeps the others. A new address or a resumed webhook is no longer marked as failing. */
export async function changeWebhook(
  settingsContext: SettingsContext,
  { tx, account }: InAccount,
  id: number,
  change: WebhookChange,
): Promise<void> {
  await beginChange(tx, account)
  const stored = await readWebhook(tx, account, id)
  checkWebhook(settingsContext, change)
  if (change.url === null && stored.state !== 'active' && change.state === undefined)
    throw new Invalid('/url', { reason: 'webhook_without_url' })
  const moved = change.url !== undefined && change.url !== stored.url
  const afresh = moved || change.state === 'active'
  const columns = {
    ...(change.name !== undefined && { name: change.name }),
    ...(change.url !== undefined && { url: change.url }),
    ...(change.events !== undefined && { events: change.events }),
    ...(change.askEarly !== undefined && { ask_early: change.askEarly }),
    ...(change.state !== undefined && { state: change.state }),
    ...(afresh && { failing_since: null, failing_reason: null, failing_told: false }),
  }
  if (Object.keys(columns).length > 0) await setColumns(tx, account, id, columns)
}

/** Removes a webhook: nothing is sent to it from now on. Its log stays. */
export async function removeWebhook(
  { clock }: Pick<SettingsContext, 'clock'>,
  tx: Tx,
  account: number,
  id: number,
): Promise<void> {
  await beginChange(tx, account)
  await readWebhook(tx, account, id)
  await setColumns(tx, account, id, { deleted_at: new Date(clock.now()), stream_token_hash: null })
}

/** Gives the webhook a new signing secret. For 24 hours events are signed with both (C20). */
export async function rotateWebhookSecret(
  { clock, ids, keys }: Pick<SettingsContext, 'clock' | 'ids' | 'keys'>,
  { tx, account }: InAccount,
  id: number,
  secret: string = makeSecret(ids),
): Promise<void> {
  await beginChange(tx, account)
  const stored = await readWebhook(tx, account, id)
  await setColumns(tx, account, id, {
    secret: keys.seal(secret, webhookSecretContext(account, id)),
    previous_secret: stored.secret,
    previous_secret_until: new Date(clock.now() + OVERLAP),
  })
}

/** Makes a token that pulls the webhook's events and revokes the previous one. Only its hash is stored. */
export async function makeStreamToken(
  { ids }: Pick<SettingsContext, 'ids'>,
  tx: Tx,
  account: number,
  id: number,
): Promise<string> {
  await beginChange(tx, account)
  await readWebhook(tx, account, id)
  const token = `dbs_${ids.letters(40)}`
  await setColumns(tx, account, id, { stream_token_hash: hashToken(token) })
  return token
}

/** Revokes the token that pulls the webhook's events. */
export async function endStreamToken(tx: Tx, account: number, id: number): Promise<void> {
  await beginChange(tx, account)
  await readWebhook(tx, account, id)
  await setColumns(tx, account, id, { stream_token_hash: null })
}

/** Locks the row until the change ends, because a failure may disable the webhook at any time. */
async function readWebhook(tx: Tx, account: number, id: number) {
  const [webhook] = await tx.run(
    k
      .selectFrom('webhook')
      .select(['url', 'secret', 'state'])
      .where('account_id', '=', account)
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .forNoKeyUpdate(),
  )
  if (!webhook) throw notFound('webhook')
  return webhook
}

async function setColumns(tx: Tx, account: number, id: number, columns: object): Promise<void> {
  await tx.run(k.updateTable('webhook').set(columns).where('account_id', '=', account).where('id', '=', id))
}

function checkWebhook({ guard }: Pick<SettingsContext, 'guard'>, { url, name }: WebhookChange): void {
  if (name !== undefined && name.trim() === '') throw new Invalid('/name', { reason: 'no_name' })
  if (typeof url !== 'string') return
  const checked = guard.checkUrl(url, 'webhook')
  if (!checked.ok) throw refusedUrl('/url', checked) // guard T13
}

const nameFor = (url: string | null): string => (URL.parse(url ?? '')?.host ?? 'Stream').slice(0, 100)
