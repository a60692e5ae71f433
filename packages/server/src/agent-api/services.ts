import type {} from '@fastify/cookie'
import type {} from '@fastify/multipart'
import type { FastifyInstance } from 'fastify'
import type { IncomingMessage } from 'node:http'
import type { Sandbox, SandboxStep } from '@deskbell/protocol/agent/bot'
import type { EventName } from '@deskbell/protocol/webhook/events'
import type { Bus } from '../realtime/bus/bus.ts'
import type { ChatEvents } from '../realtime/chat-events.ts'
import type { Commit } from '../conversation/commit/commit.ts'
import type { Erasures } from '../conversation/erasure/erasures.ts'
import type { Presence } from '../realtime/presence.ts'
import type { Config } from '../platform/config.ts'
import type { Db } from '../db/db.ts'
import type { AttemptRecord } from '../deliveries/delivery.ts'
import type { Hide } from '../deliveries/http/hide.ts'
import type { Answer } from '../deliveries/http/send.ts'
import type { Links } from '../files/links.ts'
import type { Files } from '../files/files.ts'
import type { Logger } from '../platform/log.ts'
import type { BotRecord, ChannelRecord, Directory, WebhookRecord } from '../settings/directory.ts'
import type { SettingsContext } from '../settings/change.ts'
import type { PasswordWork } from '../identity/password-work.ts'
import type { Devices } from '../identity/devices.ts'
import type { SignInLimit } from '../identity/sign-in-limit.ts'
import type { Visitors } from '../realtime/on-site.ts'
import type { Rates } from '../settings/rate-limits.ts'
import type { Sockets } from '../platform/http/sockets.ts'
import type { Clock } from '../platform/clock.ts'
import type { Recognizer } from './signed-in.ts'
import type { Ids } from '../platform/ids.ts'

/** Posts a body to the integrator of a channel, addressed and signed as messages are (A21, A27). */
export interface Post {
  (
    channel: Pick<ChannelRecord, 'publicId' | 'secrets' | 'header' | 'chunked'> & { serverUrl: string },
    body: string,
    id: string,
  ): Promise<{ answer: Answer; record: Omit<AttemptRecord, 'number' | 'outcome' | 'reason'>; hide: Hide }>
}

/** Sends a bot's provider the events of a made-up conversation. */
export interface BotSandbox {
  begin(bot: BotRecord): Promise<Sandbox>
  read(bot: BotRecord, id: number): Promise<Sandbox | undefined>
  step(bot: BotRecord, id: number, step: SandboxStep): Promise<Sandbox | undefined>
}

/** What the agent API is given. Each resource names the services that it uses. */
export interface AgentServices {
  readonly config: Pick<Config, 'publicUrl' | 'filesUrl' | 'smtpUrl'>
  /** Version of the server. */
  readonly version: string
  readonly clock: Clock
  readonly ids: Ids
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>
  readonly db: Db
  readonly directory: Directory
  readonly settingsContext: SettingsContext
  readonly commit: Commit
  readonly erasures: Erasures
  readonly chatEvents: ChatEvents
  readonly bus: Bus
  readonly presence: Presence
  readonly files: Files
  readonly links: Pick<Links, 'link'>
  readonly post: Post
  readonly botSandbox: BotSandbox
  /** What webhooks are told by an event, whole; undefined when it was cleared away. */
  readonly bodies: (account: number, event: number) => Promise<string | undefined>
  /** Sends an event with example data; the number of the delivery. */
  readonly sendExample: (webhook: WebhookRecord, name: EventName) => Promise<number>
  readonly rates: Rates
  readonly signInLimit: SignInLimit
  readonly passwords: PasswordWork
  readonly devices: Devices
  /** What the integrator is told when asking for the channel's status: true is 1 (A4). */
  readonly isAvailable: (channel: ChannelRecord) => boolean
  /** A request that the store keeps waiting longer is answered 503 (ms; R4). */
  readonly deadline: number
  readonly sockets: Sockets
  /** The address of the client, past the proxies that are trusted. */
  readonly addressOf: (request: IncomingMessage) => string
  readonly visitors: Visitors
  /** What features add to the agent API. */
  readonly routes: readonly AddRoutes[]
}

/** Adds the routes of a feature to the agent API. */
export type AddRoutes = (api: Api, recognize: Recognizer) => void

/** Where the routes of the agent API are added. */
export type Api = FastifyInstance
