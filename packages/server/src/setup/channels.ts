import { isDeepStrictEqual } from 'node:util'
import type { ChannelChange, ChannelKind } from '@deskbell/protocol/agent/channel'
import { CHANNEL_KINDS } from '@deskbell/protocol/agent/channel-kinds'
import type { SetupChannel } from '@deskbell/protocol/setup'
import { sqlBuilder as k } from '../db/builder.ts'
import { Invalid } from '../platform/errors.ts'
import {
  changeChannel,
  createChannel,
  channelHeaderContext,
  rotateAddress,
  rotateSecret,
  channelSecretContext,
} from '../settings/channels.ts'
import type { Keys } from '../platform/crypto.ts'
import { openOwnSecret } from '../settings/own-settings.ts'
import { at, sameMembers, toNumbers, type Run } from './run.ts'

/**
 * Applies the file's channels, identified by public id, or else by name. A changed address or secret is rotated: the
 * previous one works for 24 hours (A1, A27).
 */
export async function setUpChannels(
  run: Run,
  channels: readonly SetupChannel[],
  agents: ReadonlyMap<string, number>,
): Promise<void> {
  for (const [i, channel] of channels.entries()) {
    const path = `/channels/${i}`
    const { agents: emails, ...named } = channel
    const members = emails && toNumbers(emails, agents, `${path}/agents`)
    await at(path, () => setUpChannel(run, named, members))
  }
}

type Named = Omit<SetupChannel, 'agents'>

async function setUpChannel(run: Run, channel: Named, members: number[] | undefined): Promise<void> {
  const { settingsContext, tx, account, outcome } = run
  const { kind, publicId, random, secret, ...settings } = channel
  const stored = await findChannel(run, channel)
  if (!stored) {
    outcome.changed = true
    const given = {
      ...(publicId === undefined ? {} : { publicId }),
      ...(random === undefined ? {} : { random }),
      ...(secret === undefined ? {} : { secret }),
    }
    await createChannel(
      settingsContext,
      { tx, account },
      { kind, ...settings, ...(members ? { agents: members } : {}) },
      given,
    )
    return
  }
  if (random !== undefined && random !== stored.random) {
    outcome.changed = true
    await rotateAddress(settingsContext, { tx, account }, stored.id, random)
  }
  if (secret !== undefined && secret !== stored.secret) {
    outcome.changed = true
    await rotateSecret(settingsContext, { tx, account }, stored.id, secret)
  }
  const change: ChannelChange = Object.fromEntries(
    Object.entries(settings).filter(([name, value]) => !isSame(value, stored.settings[name], name)),
  )
  if (members && !sameMembers(members, stored.agents)) change.agents = members
  if (!Object.keys(change).length) return
  outcome.changed = true
  await changeChannel(settingsContext, { tx, account }, stored.id, change)
}

/** Of these settings the file may name some fields only. */
const NAMED_IN_PART: ReadonlySet<string> = new Set([
  'widget',
  ...Object.values(CHANNEL_KINDS).flatMap(({ own }) => (own ? [own.name] : [])),
])

/** Compares only what the file names. */
function isSame(wanted: unknown, stored: unknown, name: string): boolean {
  return isDeepStrictEqual(NAMED_IN_PART.has(name) ? { ...(stored as object), ...(wanted as object) } : wanted, stored)
}

/** The channel that the file means, with its secrets decrypted for comparison. */
async function findChannel({ settingsContext, tx, account }: Run, { publicId, name }: Named) {
  const rows = await tx.run(
    k
      .selectFrom('channel')
      .selectAll()
      .where('account_id', '=', account)
      .where((where) => where.or([where('public_id', '=', publicId ?? ''), where('name', '=', name)]))
      .orderBy('id'),
  )
  const byId = rows.find((row) => row.public_id === publicId)
  if (byId?.deleted_at) {
    throw new Invalid(
      '/publicId',
      `belongs to the channel "${byId.name}", which was deleted; leave it out for a new one`,
    )
  }
  const row = byId ?? rows.find((one) => one.name === name && !one.deleted_at)
  if (!row) return undefined
  if (publicId !== undefined && row.public_id !== publicId) {
    throw new Invalid('/publicId', `the channel "${name}" has the public id ${row.public_id}, which never changes`)
  }
  const members = await tx.run(
    k.selectFrom('channel_agent').select('agent_id').where('account_id', '=', account).where('channel_id', '=', row.id),
  )
  const settings: Record<string, unknown> = {
    name: row.name,
    serverUrl: row.server_url,
    chunked: row.chunked,
    enabled: row.enabled,
    anySuccess: row.any_success,
    strictMedia: row.strict_media,
    uniqueMessageIds: row.unique_message_ids,
    verifiedContacts: row.verified_contacts,
    botCountsAsOnline: row.bot_counts_as_online,
    workingHours: row.working_hours,
    widget: row.widget,
    ...toOwn(settingsContext.keys, row),
    header:
      row.header_name && row.header_value
        ? {
            name: row.header_name,
            value: settingsContext.keys.open(row.header_value, channelHeaderContext(row.public_id)),
          }
        : null,
  }
  return {
    id: row.id,
    random: row.random,
    secret: settingsContext.keys.open(row.secret, channelSecretContext(row.public_id)),
    agents: members.map((member) => member.agent_id),
    settings,
  }
}

interface OwnRow {
  readonly kind: ChannelKind
  readonly public_id: string
  readonly own_settings: object | null
  readonly own_secret: Buffer | null
}

/** What only the connector of the kind reads, with its secret. */
function toOwn(keys: Keys, row: OwnRow): Record<string, unknown> {
  const { own } = CHANNEL_KINDS[row.kind]
  if (!own) return {}
  const secret = row.own_secret && openOwnSecret(keys, row.public_id, row.own_secret)
  return { [own.name]: { ...row.own_settings, ...(secret !== null && { [own.secret]: secret }) } }
}
