import type { Language } from '@deskbell/protocol/languages'
import type { CallsOn } from '@deskbell/protocol/agent/calls-on'
import type { ChannelKind } from '@deskbell/protocol/agent/channel'
import type { OwnSettings } from '@deskbell/protocol/agent/channel-kinds'
import type { WorkingHours } from '@deskbell/protocol/agent/hours'
import type { TagColour } from '@deskbell/protocol/agent/tag-colours'
import type { WidgetSettings } from '@deskbell/protocol/widget/settings'
import type { EventName } from '@deskbell/protocol/webhook/events'
import type { Role } from '@deskbell/protocol/agent/people'
import type { AccountSettings } from './account-settings.ts'

export interface AccountRecord {
  readonly id: number
  /** Empty: none is set. */
  readonly name: string
  /** A file id. */
  readonly logo: string | null
  readonly settings: AccountSettings
}

export interface AgentRecord {
  readonly accountId: number
  readonly id: number
  readonly name: string
  readonly email: string
  readonly role: Role
  /** The presence switch; being online also requires a connection (A4). */
  readonly status: 'online' | 'away'
  /** A file id. */
  readonly photo: string | null
  readonly phone: string | null
  /** Of the agent application; null is that of the browser. */
  readonly language: Language | null
  /** How long messages can be taken back, s; 0: they are sent at once. */
  readonly hold: number
  /** Where calls ring. */
  readonly callsOn: CallsOn
  readonly sessionVersion: number
}

export interface DepartmentRecord {
  readonly id: number
  readonly name: string
  /** The members. */
  readonly agents: ReadonlySet<number>
  readonly workingHours: WorkingHours | null
}

/** A label that agents put on chats. */
export interface TagRecord {
  readonly id: number
  readonly name: string
  readonly colour: TagColour
}

export interface ChannelRecord {
  readonly accountId: number
  readonly id: number
  readonly kind: ChannelKind
  readonly publicId: string
  readonly name: string
  readonly random: string
  /** The previous address, which works until then (A1). */
  readonly previousRandom: string | null
  readonly previousRandomUntil: number | null
  /** The valid signing secrets (`whsec_…`): the present one, then the previous one during the rotation (A27). */
  readonly secrets: string[]
  readonly previousSecretUntil: number | null
  readonly serverUrl: string | null
  readonly header: { readonly name: string; readonly value: string } | null
  readonly chunked: boolean
  readonly enabled: boolean
  readonly anySuccess: boolean
  readonly strictMedia: boolean
  readonly uniqueMessageIds: boolean
  readonly verifiedContacts: boolean
  readonly botCountsAsOnline: boolean
  readonly workingHours: WorkingHours | null
  /** The appearance and the form of a widget. */
  readonly widget: WidgetSettings | null
  /** The settings and the secret that only the connector of the channel's kind reads. */
  readonly own: OwnSettings | null
  readonly ownSecret: string | null
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
  /** The valid signing secrets: the present one, then the previous one during the rotation (C20). */
  readonly secrets: string[]
  readonly previousSecretUntil: number | null
  /** There is a token that pulls its events. */
  readonly stream: boolean
  readonly events: ReadonlySet<EventName>
  readonly askEarly: boolean
  readonly state: 'active' | 'paused' | 'disabled'
  /** Since when its deliveries fail, and why. */
  readonly failing: { readonly since: number; readonly reason: string; readonly ownersNotified: boolean } | null
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
  /** New chats go to it first. Else it gets only those that overflow to it. */
  readonly answersFirst: boolean
  readonly attempts: number
  /** In seconds. */
  readonly silenceLimit: number
  readonly answerInBody: boolean
  readonly nativeMedia: boolean
  readonly extraFields: boolean
  /** When set, the path without authorization is closed (B16). */
  readonly authorization: {
    readonly tokenUrl: string
    readonly clientId: string
    readonly secret: string
    readonly inBody: boolean
  } | null
  /** The breaker: the bot is skipped while this is set. */
  readonly failing: {
    readonly since: number
    readonly reason: string
    readonly probeAt: number
    readonly probes: number
  } | null
  /** The channels that the bot is attached to. */
  readonly channels: ReadonlySet<number>
  readonly createdAt: number
}

/**
 * The agents and settings of all accounts, in memory. Records are immutable and replaced after a change, so keep
 * numbers, not records, across an await. Deleted agents and channels are left out.
 */
export interface Records {
  accounts(): AccountRecord[]
  account(id: number): AccountRecord | undefined
  department(account: number, id: number): DepartmentRecord | undefined
  departments(account: number): DepartmentRecord[]
  tag(account: number, id: number): TagRecord | undefined
  tags(account: number): TagRecord[]
  channelByPublicId(publicId: string): ChannelRecord | undefined
  channel(account: number, id: number): ChannelRecord | undefined
  channels(account: number): ChannelRecord[]
  bot(account: number, id: number): BotRecord | undefined
  bots(account: number): BotRecord[]
  /** The bot attached to a channel. */
  botOf(account: number, channel: number): BotRecord | undefined
  /**
   * The bot whose provider sends this token. It is found by the token's hash, so that the duration reveals nothing
   * about a partly correct guess.
   */
  botByToken(providerId: string, token: string): BotRecord | undefined
  webhook(account: number, id: number): WebhookRecord | undefined
  webhooks(account: number): WebhookRecord[]
  /** The webhook whose events this token pulls. */
  webhookByStreamToken(token: string): WebhookRecord | undefined
  agent(account: number, id: number): AgentRecord | undefined
  agents(account: number): AgentRecord[]
  /** When an agent works; null: always. They are apart from the agents, which are read again whenever one is away. */
  hoursOf(account: number, agent: number): WorkingHours | null
}
