import { toHost } from '@deskbell/protocol/host'
import type { ChannelChange, ChannelKind, NewChannel } from '@deskbell/protocol/agent/channel'
import { CHANNEL_KINDS, DEFAULT_KIND, type KindSetting } from '@deskbell/protocol/agent/channel-kinds'
import type { WorkingHours } from '@deskbell/protocol/agent/hours'
import { parseRules } from '@deskbell/protocol/widget/rules'
import { WIDGET_DEFAULTS } from '@deskbell/protocol/widget/settings'
import { sqlBuilder as k } from '../db/builder.ts'
import type { Tx } from '../db/db.ts'
import { whyNotHeader } from '../deliveries/http/headers.ts'
import { makeSecret } from '../deliveries/http/sign.ts'
import { Invalid } from '../platform/errors.ts'
import { checkWorkingHours } from './check-hours.ts'
import { checkAgents, setMembers } from './members.ts'
import { toOwnColumns, type CheckedChange } from './own-settings.ts'
import { beginChange, notFound, type SettingsContext, refusedUrl, type InAccount } from './change.ts'

/** How long a replaced address or signing secret still works (ms): A1, A27. */
export const OVERLAP = 24 * 3_600_000

/** A header's value as it is returned. When this mask is written back, the value is unchanged. */
export const MASKED = '••••••••'

/** The names that a channel's sealed secrets are bound to (see `Keys.seal`). */
export const channelSecretContext = (publicId: string) => `channel ${publicId} secret`
export const channelHeaderContext = (publicId: string) => `channel ${publicId} header`

/** An address and a secret from a setup file, and what the connector has learned. */
export interface Given {
  learned?: object
  publicId?: string
  random?: string
  secret?: string
}

/**
 * Creates a channel, of kind `api` unless the input names another, with its own address and signing secret (A1, A27).
 * Returns its number.
 */
export async function createChannel(
  settingsContext: SettingsContext,
  { tx, account }: InAccount,
  input: NewChannel,
  given: Given = {},
): Promise<number> {
  const publicId = given.publicId ?? settingsContext.ids.letters(10)
  const kind = input.kind ?? DEFAULT_KIND
  checkKind(kind, input)
  await checkChannel(settingsContext, tx, account, input)
  await beginChange(tx, account)
  const [made] = await tx.run(
    k
      .insertInto('channel')
      .values({
        account_id: account,
        kind,
        name: input.name,
        public_id: publicId,
        random: given.random ?? settingsContext.ids.letters(32),
        secret: settingsContext.keys.seal(
          given.secret ?? makeSecret(settingsContext.ids),
          channelSecretContext(publicId),
        ),
        ...toColumns(settingsContext, input, publicId),
        ...toOwnColumns(
          settingsContext.keys,
          { kind, publicId, settings: null },
          { ...input, ...(given.learned && { learned: given.learned }) },
        ),
        ...(hasSetting(kind, 'widget') && { widget: JSON.stringify({ ...WIDGET_DEFAULTS, ...input.widget }) }),
      })
      .returning('id'),
  )
  if (!made) throw new Error('no channel was stored')
  await setMembers({ tx, account }, 'channel', made.id, input.agents ?? [])
  return made.id
}

/** Changes the named settings and keeps the others. */
export async function changeChannel(
  settingsContext: SettingsContext,
  { tx, account }: InAccount,
  id: number,
  change: CheckedChange,
): Promise<void> {
  await checkChannel(settingsContext, tx, account, change)
  await beginChange(tx, account)
  const { public_id: publicId, kind, widget, own_settings: own } = await readKeys(tx, account, id)
  checkKind(kind, change)
  const columns = {
    ...toColumns(settingsContext, change, publicId),
    ...toOwnColumns(settingsContext.keys, { kind, publicId, settings: own ?? {} }, change),
    ...(change.widget && { widget: JSON.stringify({ ...(widget as object), ...change.widget }) }),
  }
  if (Object.keys(columns).length) {
    await tx.run(k.updateTable('channel').set(columns).where('account_id', '=', account).where('id', '=', id))
  }
  if (change.agents) await setMembers({ tx, account }, 'channel', id, change.agents)
}

/** Removes a channel: its address answers 404 from now on (A2). Its chats and their history stay. */
export async function removeChannel(
  { clock }: Pick<SettingsContext, 'clock'>,
  tx: Tx,
  account: number,
  id: number,
): Promise<void> {
  await beginChange(tx, account)
  await readKeys(tx, account, id)
  await tx.run(
    k
      .updateTable('channel')
      .set({ deleted_at: new Date(clock.now()) })
      .where('account_id', '=', account)
      .where('id', '=', id),
  )
  await tx.run(k.deleteFrom('bot_channel').where('account_id', '=', account).where('channel_id', '=', id))
}

/** Gives the channel a new address. The previous one works for 24 hours (A1). */
export async function rotateAddress(
  { clock, ids }: Pick<SettingsContext, 'clock' | 'ids'>,
  { tx, account }: InAccount,
  id: number,
  random: string = ids.letters(32),
): Promise<void> {
  await beginChange(tx, account)
  const channel = await readKeys(tx, account, id)
  await tx.run(
    k
      .updateTable('channel')
      .set({
        random,
        previous_random: channel.random,
        previous_random_until: new Date(clock.now() + OVERLAP),
      })
      .where('account_id', '=', account)
      .where('id', '=', id),
  )
}

/** Gives the channel a new signing secret. For 24 hours requests are signed with both (A27). */
export async function rotateSecret(
  { clock, ids, keys }: Pick<SettingsContext, 'clock' | 'ids' | 'keys'>,
  { tx, account }: InAccount,
  id: number,
  secret: string = makeSecret(ids),
): Promise<void> {
  await beginChange(tx, account)
  const channel = await readKeys(tx, account, id)
  await tx.run(
    k
      .updateTable('channel')
      .set({
        secret: keys.seal(secret, channelSecretContext(channel.public_id)),
        previous_secret: channel.secret,
        previous_secret_until: new Date(clock.now() + OVERLAP),
      })
      .where('account_id', '=', account)
      .where('id', '=', id),
  )
}

async function readKeys(tx: Tx, account: number, id: number) {
  const [channel] = await tx.run(
    k
      .selectFrom('channel')
      .select(['public_id', 'random', 'secret', 'kind', 'widget', 'own_settings'])
      .where('account_id', '=', account)
      .where('id', '=', id)
      .where('deleted_at', 'is', null),
  )
  if (!channel) throw notFound('channel')
  return channel
}

const KIND_SETTINGS = Object.values(CHANNEL_KINDS).flatMap(({ settings }) => settings)

const hasSetting = (kind: ChannelKind, name: KindSetting): boolean => CHANNEL_KINDS[kind].settings.includes(name)

/** Refuses settings that the channel's kind does not have. */
function checkKind(kind: ChannelKind, input: ChannelChange): void {
  const others = KIND_SETTINGS.filter((name) => !hasSetting(kind, name))
  const wrong = others.find((name) => input[name] !== undefined && input[name] !== null && input[name] !== false)
  if (wrong !== undefined) throw new Invalid(`/${wrong}`, { reason: 'not_of_kind', kind })
  if (!input.widget) return
  for (const [i, site] of (input.widget.sites ?? []).entries()) checkSite(site, `/widget/sites/${i}`)
  const parsed = parseRules(input.widget.rules ?? [])
  if (!parsed.ok) throw new Invalid(`/widget/rules${parsed.at}`, parsed.why)
  const [unknown] = parsed.ignored
  if (unknown !== undefined) throw new Invalid('/widget/rules', { reason: 'unknown_rule_part', name: unknown })
}

/** A site must be spelled as browsers send it; another spelling would never match (T34). */
function checkSite(site: string, path: string): void {
  const host = toHost(site)
  if (host === site) return
  if (host === null) throw new Invalid(path, { reason: 'site_no_host', given: site })
  throw new Invalid(path, { reason: 'site_spelling', given: site, wanted: host })
}

async function checkChannel(
  settingsContext: SettingsContext,
  tx: Tx,
  account: number,
  input: ChannelChange,
): Promise<void> {
  if (input.serverUrl) {
    const checked = settingsContext.guard.checkUrl(input.serverUrl, 'channel')
    if (!checked.ok) throw refusedUrl('/serverUrl', checked) // guard T13
  }
  if (input.header) {
    const why = whyNotHeader(input.header.name, input.header.value === MASKED ? '' : input.header.value)
    if (why) throw new Invalid('/header', why) // guard T35
  }
  if (input.workingHours) checkWorkingHours(input.workingHours as WorkingHours, '/workingHours')
  if (input.agents) await checkAgents(tx, account, input.agents)
}

function toColumns({ keys }: SettingsContext, change: ChannelChange, publicId: string) {
  const { header, workingHours } = change
  return {
    ...(change.name === undefined ? {} : { name: change.name }),
    ...(change.serverUrl === undefined ? {} : { server_url: change.serverUrl }),
    ...(change.chunked === undefined ? {} : { chunked: change.chunked }),
    ...(change.enabled === undefined ? {} : { enabled: change.enabled }),
    ...(change.anySuccess === undefined ? {} : { any_success: change.anySuccess }),
    ...(change.strictMedia === undefined ? {} : { strict_media: change.strictMedia }),
    ...(change.uniqueMessageIds === undefined ? {} : { unique_message_ids: change.uniqueMessageIds }),
    ...(change.verifiedContacts === undefined ? {} : { verified_contacts: change.verifiedContacts }),
    ...(change.botCountsAsOnline === undefined ? {} : { bot_counts_as_online: change.botCountsAsOnline }),
    ...(workingHours === undefined ? {} : { working_hours: workingHours && JSON.stringify(workingHours) }),
    ...(header === undefined ? {} : { header_name: header?.name ?? null }),
    ...(header === undefined || header?.value === MASKED
      ? {}
      : { header_value: header && keys.seal(header.value, channelHeaderContext(publicId)) }),
  }
}
