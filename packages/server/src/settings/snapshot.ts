import type { WorkingHours } from '@deskbell/protocol/agent/channel'
import type { Role } from '@deskbell/protocol/agent/people'
import { WIDGET_DEFAULTS, type WidgetSettings } from '@deskbell/protocol/widget/settings'
import type { EventName } from '@deskbell/protocol/webhook/events'
import type { SetupSettings } from '@deskbell/protocol/setup'
import type { Keys } from '../platform/crypto.ts'
import type { Db } from '../db/db.ts'
import { statement } from '../db/statement.ts'
import type { Clock } from '../platform/clock.ts'
import { botSecretPlace, botTokenPlace } from './bots.ts'
import { headerPlace, secretPlace } from './channels.ts'
import type {
  AccountRecord,
  AgentRecord,
  BotRecord,
  ChannelRecord,
  DepartmentRecord,
  WebhookRecord,
} from './records.ts'
import { toSettings } from './account-settings.ts'
import { webhookSecretPlace } from './webhooks.ts'

export const readRevision = statement('read_revision', 'select n from revision')
const readAccounts = statement('read_accounts', 'select id, name, settings from account order by id')
const readDepartments = statement(
  'read_departments',
  `select account_id, id, name,
     array(select a.agent_id from department_agent a
       where a.account_id = d.account_id and a.department_id = d.id order by a.agent_id) as agents
   from department d order by account_id, lower(name), id`,
)
const readAgents = statement(
  'read_agents',
  `select account_id, id, name, email, role, status, photo, session_version from agent
   where deleted_at is null order by account_id, lower(name), id`,
)
const readChannels = statement(
  'read_channels',
  `select account_id, id, kind, public_id, name, random, previous_random, previous_random_until, secret,
     previous_secret, previous_secret_until, server_url, header_name, header_value, chunked, enabled, any_success,
     strict_media, unique_message_ids, bot_counts_as_online, working_hours, widget, created_at,
     array(select a.agent_id from channel_agent a
       where a.account_id = c.account_id and a.channel_id = c.id order by a.agent_id) as agents
   from channel c where deleted_at is null order by account_id, lower(name), id`,
)

const readBots = statement(
  'read_bots',
  `select account_id, id, name, provider_id, provider_url, token, token_hash, enabled, attempts, silence_limit,
     answer_in_body, native_media, extra_fields, token_url, client_id, secret, secret_in_body, failing_since,
     failing_reason, probe_at, probes, created_at,
     array(select c.channel_id from bot_channel c
         join channel h on h.account_id = c.account_id and h.id = c.channel_id and h.deleted_at is null
       where c.account_id = b.account_id and c.bot_id = b.id order by c.channel_id) as channels
   from bot b where deleted_at is null order by account_id, lower(name), id`,
)

const readWebhooks = statement(
  'read_webhooks',
  `select account_id, id, name, url, secret, previous_secret, previous_secret_until, stream_token_hash, events, ask_early,
     state, failing_since, failing_reason, failing_told, created_at
   from webhook where deleted_at is null order by account_id, id`,
)

interface WebhookRow {
  account_id: number
  id: number
  name: string
  url: string | null
  secret: Buffer
  previous_secret: Buffer | null
  previous_secret_until: number | null
  stream_token_hash: Buffer | null
  events: EventName[]
  ask_early: boolean
  state: WebhookRecord['state']
  failing_since: number | null
  failing_reason: string | null
  failing_told: boolean
  created_at: number
}

interface BotRow {
  account_id: number
  id: number
  name: string
  provider_id: string
  provider_url: string
  token: Buffer
  token_hash: Buffer
  enabled: boolean
  attempts: number
  silence_limit: number
  answer_in_body: boolean
  native_media: boolean
  extra_fields: boolean
  token_url: string | null
  client_id: string | null
  secret: Buffer | null
  secret_in_body: boolean
  failing_since: number | null
  failing_reason: string | null
  probe_at: number | null
  probes: number
  created_at: number
  channels: number[]
}

interface AgentRow {
  account_id: number
  id: number
  name: string
  email: string
  role: Role
  status: 'online' | 'away'
  photo: string | null
  session_version: number
}

interface ChannelRow {
  account_id: number
  id: number
  kind: 'api' | 'widget'
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
  bot_counts_as_online: boolean
  working_hours: WorkingHours | null
  widget: Partial<WidgetSettings> | null
  created_at: number
  agents: number[]
}

/** What was in the tables at one revision. */
export interface Snapshot {
  revision: number
  accounts: Map<number, AccountRecord>
  /** By account. */
  departments: Map<number, Map<number, DepartmentRecord>>
  agents: Map<number, Map<number, AgentRecord>>
  channels: Map<number, Map<number, ChannelRecord>>
  byPublicId: Map<string, ChannelRecord>
  bots: Map<number, Map<number, BotRecord>>
  /** By account and channel, and by provider and token. */
  botsOf: Map<string, BotRecord>
  byToken: Map<string, BotRecord>
  webhooks: Map<number, Map<number, WebhookRecord>>
  /** By the hash of the token, in base64. */
  byStreamToken: Map<string, WebhookRecord>
}

export const ofChannel = (account: number, channel: number): string => `${account}:${channel}`
export const tokenName = (providerId: string, hash: Buffer): string => `${hash.toString('base64')} ${providerId}`

/** Reads all of it. Throws when a stored secret cannot be read. */
export async function readSnapshot(db: Db, keys: Keys, clock: Clock): Promise<Snapshot> {
  // The revision first: what changes during the reading is then read again, never missed.
  const [revision] = await db.query<{ n: number }>(readRevision, [])
  const [accounts, departments, agents, channels, bots, webhooks] = await Promise.all([
    db.query<{ id: number; name: string; settings: SetupSettings }>(readAccounts, []),
    db.query<{ account_id: number; id: number; name: string; agents: number[] }>(readDepartments, []),
    db.query<AgentRow>(readAgents, []),
    db.query<ChannelRow>(readChannels, []),
    db.query<BotRow>(readBots, []),
    db.query<WebhookRow>(readWebhooks, []),
  ])
  const made: Snapshot = {
    revision: revision?.n ?? 0,
    accounts: new Map(),
    departments: new Map(),
    agents: new Map(),
    channels: new Map(),
    byPublicId: new Map(),
    bots: new Map(),
    botsOf: new Map(),
    byToken: new Map(),
    webhooks: new Map(),
    byStreamToken: new Map(),
  }
  for (const { id, name, settings } of accounts) {
    made.accounts.set(id, { id, name, settings: toSettings(settings) })
    made.departments.set(id, new Map())
    made.agents.set(id, new Map())
    made.channels.set(id, new Map())
    made.bots.set(id, new Map())
    made.webhooks.set(id, new Map())
  }
  for (const { account_id, id, name, agents: members } of departments)
    made.departments.get(account_id)?.set(id, { id, name, agents: new Set(members) })
  for (const row of agents) made.agents.get(row.account_id)?.set(row.id, toAgent(row))
  for (const row of channels) {
    const record = toChannel(row, keys, clock)
    made.channels.get(row.account_id)?.set(row.id, record)
    made.byPublicId.set(row.public_id, record)
  }
  for (const row of bots) {
    const record = toBot(row, keys)
    made.bots.get(row.account_id)?.set(row.id, record)
    for (const channel of row.channels) made.botsOf.set(ofChannel(row.account_id, channel), record)
    made.byToken.set(tokenName(row.provider_id, row.token_hash), record)
  }
  for (const row of webhooks) {
    const record = toWebhook(row, keys, clock)
    made.webhooks.get(row.account_id)?.set(row.id, record)
    if (row.stream_token_hash) made.byStreamToken.set(row.stream_token_hash.toString('base64'), record)
  }
  return made
}

function toWebhook(row: WebhookRow, keys: Keys, clock: Clock): WebhookRecord {
  const place = webhookSecretPlace(row.account_id, row.id)
  const secret = keys.open(row.secret, place)
  const previous = row.previous_secret && keys.open(row.previous_secret, place)
  const until = row.previous_secret_until ?? 0
  return {
    accountId: row.account_id,
    id: row.id,
    name: row.name,
    url: row.url,
    get secrets() {
      return previous && clock.now() < until ? [secret, previous] : [secret]
    },
    previousSecretUntil: row.previous_secret_until,
    stream: row.stream_token_hash !== null,
    events: new Set(row.events),
    askEarly: row.ask_early,
    state: row.state,
    failing:
      row.failing_since === null
        ? null
        : { since: row.failing_since, reason: row.failing_reason ?? '', told: row.failing_told },
    createdAt: row.created_at,
  }
}

function toAgent(row: AgentRow): AgentRecord {
  const { account_id: accountId, id, name, email, role, status, photo, session_version: sessionVersion } = row
  return { accountId, id, name, email, role, status, photo, sessionVersion }
}

function toChannel(row: ChannelRow, keys: Keys, clock: Clock): ChannelRecord {
  const secret = keys.open(row.secret, secretPlace(row.public_id))
  const previous = row.previous_secret && keys.open(row.previous_secret, secretPlace(row.public_id))
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
        ? { name: row.header_name, value: keys.open(row.header_value, headerPlace(row.public_id)) }
        : null,
    chunked: row.chunked,
    enabled: row.enabled,
    anySuccess: row.any_success,
    strictMedia: row.strict_media,
    uniqueMessageIds: row.unique_message_ids,
    botCountsAsOnline: row.bot_counts_as_online,
    workingHours: row.working_hours,
    widget: row.kind === 'widget' ? { ...WIDGET_DEFAULTS, ...row.widget } : null,
    agents: new Set(row.agents),
    createdAt: row.created_at,
  }
}

function toBot(row: BotRow, keys: Keys): BotRecord {
  const { account_id: accountId, id, token_url: tokenUrl, client_id: clientId, secret } = row
  return {
    accountId,
    id,
    name: row.name,
    providerId: row.provider_id,
    providerUrl: row.provider_url,
    token: keys.open(row.token, botTokenPlace(accountId, id)),
    enabled: row.enabled,
    attempts: row.attempts,
    silenceLimit: row.silence_limit,
    answerInBody: row.answer_in_body,
    nativeMedia: row.native_media,
    extraFields: row.extra_fields,
    authorization:
      tokenUrl !== null && clientId !== null && secret
        ? { tokenUrl, clientId, secret: keys.open(secret, botSecretPlace(accountId, id)), inBody: row.secret_in_body }
        : null,
    failing:
      row.failing_since === null
        ? null
        : {
            since: row.failing_since,
            reason: row.failing_reason ?? '',
            probeAt: row.probe_at ?? row.failing_since,
            probes: row.probes,
          },
    channels: new Set(row.channels),
    createdAt: row.created_at,
  }
}
