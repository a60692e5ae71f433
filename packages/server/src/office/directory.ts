import type { WorkingHours } from '@deskbell/protocol/agent/channel'
import type { Role } from '@deskbell/protocol/agent/people'
import type { SetupSettings } from '@deskbell/protocol/setup'
import { hashToken, type Keys } from '../crypto.ts'
import type { Db } from '../db/db.ts'
import { statement } from '../db/statement.ts'
import type { Clock } from '../world.ts'
import { botSecretPlace, botTokenPlace } from './bots.ts'
import { headerPlace, secretPlace } from './channels.ts'
import { toSettings, type AccountSettings } from './settings.ts'

export interface AccountRecord {
  readonly id: number
  readonly name: string
  readonly settings: AccountSettings
}

export interface AgentRecord {
  readonly accountId: number
  readonly id: number
  readonly name: string
  readonly email: string
  readonly role: Role
  /** The switch; being online also needs a connection (A4). */
  readonly status: 'online' | 'away'
  /** A file's id. */
  readonly photo: string | null
  readonly sessionVersion: number
}

export interface ChannelRecord {
  readonly accountId: number
  readonly id: number
  readonly kind: 'api' | 'widget'
  readonly publicId: string
  readonly name: string
  readonly random: string
  /** The address before this one, which works until then (A1). */
  readonly previousRandom: string | null
  readonly previousRandomUntil: number | null
  /** Signing secrets (`whsec_…`) that are good now: the present one, then the one before it while its time lasts (A27). */
  readonly secrets: string[]
  readonly previousSecretUntil: number | null
  readonly serverUrl: string | null
  readonly header: { readonly name: string; readonly value: string } | null
  readonly chunked: boolean
  readonly enabled: boolean
  readonly anySuccess: boolean
  readonly strictMedia: boolean
  readonly uniqueMessageIds: boolean
  readonly botCountsAsOnline: boolean
  readonly workingHours: WorkingHours | null
  /** The agents assigned to it. */
  readonly agents: ReadonlySet<number>
  readonly createdAt: number
}

export interface BotRecord {
  readonly accountId: number
  readonly id: number
  readonly name: string
  readonly providerId: string
  readonly providerUrl: string
  readonly token: string
  readonly enabled: boolean
  readonly attempts: number
  /** Seconds. */
  readonly silenceLimit: number
  readonly answerInBody: boolean
  readonly nativeMedia: boolean
  readonly extraFields: boolean
  /** With it, the plain path is closed (B16). */
  readonly authorization: {
    readonly tokenUrl: string
    readonly clientId: string
    readonly secret: string
    readonly inBody: boolean
  } | null
  /** The breaker: it is skipped while this is set. */
  readonly failing: {
    readonly since: number
    readonly reason: string
    readonly probeAt: number
    readonly probes: number
  } | null
  /** The channels that it answers on. */
  readonly channels: ReadonlySet<number>
  readonly createdAt: number
}

/**
 * Who works here and where visitors write from, in memory. Records are never changed: after a change there are new
 * ones, so keep numbers, not records, across an await. Deleted agents and channels are not in it.
 */
export interface Directory {
  accounts(): AccountRecord[]
  account(id: number): AccountRecord | undefined
  channelByPublicId(publicId: string): ChannelRecord | undefined
  channel(account: number, id: number): ChannelRecord | undefined
  channels(account: number): ChannelRecord[]
  bot(account: number, id: number): BotRecord | undefined
  bots(account: number): BotRecord[]
  /** The bot attached to a channel. */
  botOf(account: number, channel: number): BotRecord | undefined
  /** The bot whose provider shows this token; found by its hash, so that no time tells how much of a guess was right. */
  botByToken(providerId: string, token: string): BotRecord | undefined
  agent(account: number, id: number): AgentRecord | undefined
  agents(account: number): AgentRecord[]
  /** Resolves when everything that was committed before the call is in the directory. */
  refresh(): Promise<void>
  /** Calls fn after each change, with the new records in place. The returned function ends it. */
  onChange(fn: () => void): () => void
  close(): void
}

/** How often another process's changes are looked for, should its bell be lost (ms). */
const POLL = 2000

const readRevision = statement('read_revision', 'select n from revision')
const readAccounts = statement('read_accounts', 'select id, name, settings from account order by id')
const readAgents = statement(
  'read_agents',
  `select account_id, id, name, email, role, status, photo, session_version from agent
   where deleted_at is null order by account_id, lower(name), id`,
)
const readChannels = statement(
  'read_channels',
  `select account_id, id, kind, public_id, name, random, previous_random, previous_random_until, secret,
     previous_secret, previous_secret_until, server_url, header_name, header_value, chunked, enabled, any_success,
     strict_media, unique_message_ids, bot_counts_as_online, working_hours, created_at,
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
  created_at: number
  agents: number[]
}

/** What was in the tables at one revision. */
interface Snapshot {
  revision: number
  accounts: Map<number, AccountRecord>
  agents: Map<number, Map<number, AgentRecord>>
  channels: Map<number, Map<number, ChannelRecord>>
  byPublicId: Map<string, ChannelRecord>
  bots: Map<number, Map<number, BotRecord>>
  /** By account and channel, and by provider and token. */
  botsOf: Map<string, BotRecord>
  byToken: Map<string, BotRecord>
}

const ofChannel = (account: number, channel: number): string => `${account}:${channel}`
const tokenName = (providerId: string, hash: Buffer): string => `${hash.toString('base64')} ${providerId}`

export interface Sources {
  db: Db
  keys: Keys
  clock: Clock
  log: { error(fields: object, message: string): void }
}

/** Reads the directory and keeps it as the tables are. Throws when a stored secret cannot be read. */
export async function openDirectory({ db, keys, clock, log }: Sources): Promise<Directory> {
  let snapshot = await readSnapshot(db, keys, clock)
  let reading: Promise<void> | undefined
  let next: Promise<void> | undefined
  let closed = false
  const listeners = new Set<() => void>()

  async function readAgain(): Promise<void> {
    const [row] = await db.query<{ n: number }>(readRevision, [])
    if (!row || row.n === snapshot.revision) return
    snapshot = await readSnapshot(db, keys, clock)
    for (const fn of listeners) fn()
  }

  /** One reading at a time. A call during one asks for another: what is being read may be older than the call. */
  function refresh(): Promise<void> {
    if (next) return next
    if (reading) {
      next = reading.then(start, start)
      return next
    }
    return start()
  }
  function start(): Promise<void> {
    next = undefined
    reading = readAgain().finally(() => void (reading = undefined))
    return reading
  }

  let cancel = clock.after(POLL, poll)
  function poll(): void {
    refresh()
      .catch((error: unknown) => log.error({ err: error }, 'the directory could not be read; the one before is used'))
      .finally(() => {
        if (!closed) cancel = clock.after(POLL, poll)
      })
  }

  return {
    accounts: () => [...snapshot.accounts.values()],
    account: (id) => snapshot.accounts.get(id),
    channelByPublicId: (publicId) => snapshot.byPublicId.get(publicId),
    channel: (account, id) => snapshot.channels.get(account)?.get(id),
    channels: (account) => [...(snapshot.channels.get(account)?.values() ?? [])],
    bot: (account, id) => snapshot.bots.get(account)?.get(id),
    bots: (account) => [...(snapshot.bots.get(account)?.values() ?? [])],
    botOf: (account, channel) => snapshot.botsOf.get(ofChannel(account, channel)),
    botByToken: (providerId, token) => snapshot.byToken.get(tokenName(providerId, hashToken(token))),
    agent: (account, id) => snapshot.agents.get(account)?.get(id),
    agents: (account) => [...(snapshot.agents.get(account)?.values() ?? [])],
    refresh,
    onChange(fn) {
      listeners.add(fn)
      return () => void listeners.delete(fn)
    },
    close() {
      closed = true
      cancel()
      listeners.clear()
    },
  }
}

async function readSnapshot(db: Db, keys: Keys, clock: Clock): Promise<Snapshot> {
  // The revision first: what changes during the reading is then read again, never missed.
  const [revision] = await db.query<{ n: number }>(readRevision, [])
  const [accounts, agents, channels, bots] = await Promise.all([
    db.query<{ id: number; name: string; settings: SetupSettings }>(readAccounts, []),
    db.query<AgentRow>(readAgents, []),
    db.query<ChannelRow>(readChannels, []),
    db.query<BotRow>(readBots, []),
  ])
  const made: Snapshot = {
    revision: revision?.n ?? 0,
    accounts: new Map(),
    agents: new Map(),
    channels: new Map(),
    byPublicId: new Map(),
    bots: new Map(),
    botsOf: new Map(),
    byToken: new Map(),
  }
  for (const { id, name, settings } of accounts) {
    made.accounts.set(id, { id, name, settings: toSettings(settings) })
    made.agents.set(id, new Map())
    made.channels.set(id, new Map())
    made.bots.set(id, new Map())
  }
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
  return made
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
