import { isDeepStrictEqual } from 'node:util'
import type { ChannelChange } from '@deskbell/protocol/agent/channel'
import type { SetupChannel } from '@deskbell/protocol/setup'
import { sqlBuilder as k } from '../db/builder.ts'
import { Invalid } from '../platform/errors.ts'
import {
  changeChannel,
  createChannel,
  headerPlace,
  rotateAddress,
  rotateSecret,
  secretPlace,
} from '../settings/channels.ts'
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

/** Compares only the widget settings that the file names. */
function isSame(wanted: unknown, stored: unknown, name: string): boolean {
  return isDeepStrictEqual(name === 'widget' ? { ...(stored as object), ...(wanted as object) } : wanted, stored)
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
    botCountsAsOnline: row.bot_counts_as_online,
    workingHours: row.working_hours,
    widget: row.widget,
    header:
      row.header_name && row.header_value
        ? { name: row.header_name, value: settingsContext.keys.open(row.header_value, headerPlace(row.public_id)) }
        : null,
  }
  return {
    id: row.id,
    random: row.random,
    secret: settingsContext.keys.open(row.secret, secretPlace(row.public_id)),
    agents: members.map((member) => member.agent_id),
    settings,
  }
}
