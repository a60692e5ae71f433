import type { ChannelKind, WorkingHours } from '@deskbell/protocol/agent/channel'
import type { WidgetSettings } from '@deskbell/protocol/widget/settings'
import type { EventName } from '@deskbell/protocol/webhook/events'
import type { Role } from '@deskbell/protocol/agent/people'
import type { AccountSettings } from './account-settings.ts'

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

export interface DepartmentRecord {
  readonly id: number
  readonly name: string
  /** Its members. */
  readonly agents: ReadonlySet<number>
}

export interface ChannelRecord {
  readonly accountId: number
  readonly id: number
  readonly kind: ChannelKind
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
  /** How it looks and what it asks, of a widget. */
  readonly widget: WidgetSettings | null
  /** The agents assigned to it. */
  readonly agents: ReadonlySet<number>
  readonly createdAt: number
}

export interface WebhookRecord {
  readonly accountId: number
  readonly id: number
  readonly name: string
  /** Null: its events are only pulled. */
  readonly url: string | null
  /** Signing secrets that are good now: the present one, then the one before it while its time lasts (C20). */
  readonly secrets: string[]
  readonly previousSecretUntil: number | null
  /** There is a token that pulls its events. */
  readonly stream: boolean
  readonly events: ReadonlySet<EventName>
  readonly askEarly: boolean
  readonly state: 'active' | 'paused' | 'disabled'
  /** Since when it takes nothing, and why. */
  readonly failing: { readonly since: number; readonly reason: string; readonly told: boolean } | null
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
export interface Records {
  accounts(): AccountRecord[]
  account(id: number): AccountRecord | undefined
  department(account: number, id: number): DepartmentRecord | undefined
  departments(account: number): DepartmentRecord[]
  channelByPublicId(publicId: string): ChannelRecord | undefined
  channel(account: number, id: number): ChannelRecord | undefined
  channels(account: number): ChannelRecord[]
  bot(account: number, id: number): BotRecord | undefined
  bots(account: number): BotRecord[]
  /** The bot attached to a channel. */
  botOf(account: number, channel: number): BotRecord | undefined
  /** The bot whose provider shows this token; found by its hash, so that no time tells how much of a guess was right. */
  botByToken(providerId: string, token: string): BotRecord | undefined
  webhook(account: number, id: number): WebhookRecord | undefined
  webhooks(account: number): WebhookRecord[]
  /** The webhook whose events this token pulls. */
  webhookByStreamToken(token: string): WebhookRecord | undefined
  agent(account: number, id: number): AgentRecord | undefined
  agents(account: number): AgentRecord[]
}
