import type {} from '@fastify/cookie'
import type {} from '@fastify/multipart'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type { FastifyBaseLogger, FastifyInstance, RawServerDefault } from 'fastify'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Trial, TrialStep } from '@deskbell/protocol/agent/bot'
import type { EventName } from '@deskbell/protocol/webhook/events'
import type { Bus } from '../bus/bus.ts'
import type { Bell } from '../chat/bell.ts'
import type { Commit } from '../chat/commit.ts'
import type { Erasures } from '../chat/erasures.ts'
import type { Presence } from '../chat/presence.ts'
import type { Config } from '../config.ts'
import type { Db } from '../db/db.ts'
import type { AttemptRecord } from '../delivery/delivery.ts'
import type { Hide } from '../delivery/hide.ts'
import type { Answer } from '../delivery/send.ts'
import type { Links } from '../file/links.ts'
import type { FileRoom } from '../file/room.ts'
import type { Logger } from '../log.ts'
import type { BotRecord, ChannelRecord, Directory, WebhookRecord } from '../office/directory.ts'
import type { Office } from '../office/office.ts'
import type { PasswordWork } from '../office/password-work.ts'
import type { Devices } from '../office/devices.ts'
import type { SignInLimit } from '../office/sign-in-limit.ts'
import type { Visitors } from '../chat/on-site.ts'
import type { Rates } from '../rates.ts'
import type { Sockets } from '../sockets.ts'
import type { Clock, Ids } from '../world.ts'

/** Posts a body to the integrator of a channel, addressed and signed as messages are (A21, A27). */
export interface Post {
  (
    channel: Pick<ChannelRecord, 'publicId' | 'secrets' | 'header' | 'chunked'> & { serverUrl: string },
    body: string,
    id: string,
  ): Promise<{ answer: Answer; record: Omit<AttemptRecord, 'number' | 'outcome' | 'reason'>; hide: Hide }>
}

/** Plays a conversation against a bot's provider. */
export interface Play {
  begin(bot: BotRecord): Promise<Trial>
  read(bot: BotRecord, id: number): Promise<Trial | undefined>
  step(bot: BotRecord, id: number, step: TrialStep): Promise<Trial | undefined>
}

/** What the agent application's door needs of the house. */
export interface AgentDoor {
  readonly config: Pick<Config, 'publicUrl' | 'filesUrl' | 'smtpUrl'>
  /** Of the server, as it is told to whoever asks. */
  readonly version: string
  readonly clock: Clock
  readonly ids: Ids
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>
  readonly db: Db
  readonly directory: Directory
  readonly office: Office
  readonly commit: Commit
  readonly erasures: Erasures
  readonly bell: Bell
  readonly bus: Bus
  readonly presence: Presence
  readonly files: FileRoom
  readonly links: Pick<Links, 'link'>
  readonly post: Post
  readonly play: Play
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
  readonly patience: number
  readonly sockets: Sockets
  /** The address of the client, past the proxies that are trusted. */
  readonly addressOf: (request: IncomingMessage) => string
  readonly visitors: Visitors
}

/** Routes whose bodies, queries and answers are typed by their schemas. */
export type Api = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>
