import type { ChannelKind } from '@deskbell/protocol/agent/channel'
import type { OwnSettings } from '@deskbell/protocol/agent/channel-kinds'
import type { WorkingHours } from '@deskbell/protocol/agent/hours'
import { WIDGET_DEFAULTS, type WidgetSettings } from '@deskbell/protocol/widget/settings'
import type { Db } from '../../db/db.ts'
import { statement } from '../../db/statement.ts'
import { channelHeaderContext, channelSecretContext } from '../channels.ts'
import { openOwnSecret } from '../own-settings.ts'
import type { ChannelRecord } from '../records.ts'
import type { Opening } from './opening.ts'

const readChannelRows = statement(
  'read_channels',
  `select account_id, id, kind, public_id, name, random, previous_random, previous_random_until, secret,
     previous_secret, previous_secret_until, server_url, header_name, header_value, chunked, enabled, any_success,
     strict_media, unique_message_ids, verified_contacts, bot_counts_as_online, working_hours, widget, own_settings, own_secret,
     created_at,
     array(select a.agent_id from channel_agent a
       where a.account_id = c.account_id and a.channel_id = c.id order by a.agent_id) as agents
   from channel c where account_id = any($1::int[]) and deleted_at is null order by account_id, lower(name), id`,
)

interface ChannelRow {
  account_id: number
  id: number
  kind: ChannelKind
  public_id: string
  name: string
  random: string
  previous_random: string | null
  previous_random_until: number | null
  secret: Buffer
  previous_secret: Buffer | null
  previous_secret_until: number | null
  server_url: string | null
  header_name: string | null
  header_value: Buffer | null
  chunked: boolean
  enabled: boolean
  any_success: boolean
  strict_media: boolean
  unique_message_ids: boolean
  verified_contacts: boolean
  bot_counts_as_online: boolean
  working_hours: WorkingHours | null
  widget: Partial<WidgetSettings> | null
  own_settings: OwnSettings | null
  own_secret: Buffer | null
  created_at: number
  agents: number[]
}

/** The channels of these accounts, without removed ones. Throws when a secret cannot be decrypted. */
export async function readChannels(db: Db, accounts: readonly number[], opening: Opening): Promise<ChannelRecord[]> {
  return (await db.query<ChannelRow>(readChannelRows, [accounts])).map((row) => toChannel(row, opening))
}

function toChannel(row: ChannelRow, { keys, clock }: Opening): ChannelRecord {
  const secret = keys.open(row.secret, channelSecretContext(row.public_id))
  const previous = row.previous_secret && keys.open(row.previous_secret, channelSecretContext(row.public_id))
  const until = row.previous_secret_until ?? 0
  return {
    accountId: row.account_id,
    id: row.id,
    kind: row.kind,
    publicId: row.public_id,
    name: row.name,
    random: row.random,
    previousRandom: row.previous_random,
    previousRandomUntil: row.previous_random_until,
    get secrets() {
      return previous && clock.now() < until ? [secret, previous] : [secret]
    },
    previousSecretUntil: row.previous_secret_until,
    serverUrl: row.server_url,
    header:
      row.header_name && row.header_value
        ? { name: row.header_name, value: keys.open(row.header_value, channelHeaderContext(row.public_id)) }
        : null,
    chunked: row.chunked,
    enabled: row.enabled,
    anySuccess: row.any_success,
    strictMedia: row.strict_media,
    uniqueMessageIds: row.unique_message_ids,
    verifiedContacts: row.verified_contacts,
    botCountsAsOnline: row.bot_counts_as_online,
    workingHours: row.working_hours,
    widget: row.widget && { ...WIDGET_DEFAULTS, ...row.widget },
    own: row.own_settings,
    ownSecret: row.own_secret && openOwnSecret(keys, row.public_id, row.own_secret),
    agents: new Set(row.agents),
    createdAt: row.created_at,
  }
}
