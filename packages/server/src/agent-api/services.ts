import type {} from '@fastify/cookie'
import type {} from '@fastify/multipart'
import type { FastifyInstance } from 'fastify'
import type { IncomingMessage } from 'node:http'
import type { Bus } from '../realtime/bus/bus.ts'
import type { ChatEvents } from '../realtime/chat-events.ts'
import type { Commit } from '../conversation/commit/commit.ts'
import type { Erasures } from '../conversation/erasure/erasures.ts'
import type { Presence } from '../realtime/presence.ts'
import type { Config } from '../platform/config.ts'
import type { Db } from '../db/db.ts'
import type { DeliveryKinds } from '../deliveries/kinds.ts'
import type { Links } from '../files/links.ts'
import type { Files } from '../files/files.ts'
import type { Logger } from '../platform/log.ts'
import type { Directory } from '../settings/directory.ts'
import type { SettingsContext } from '../settings/change.ts'
import type { PasswordWork } from '../identity/password-work.ts'
import type { Devices } from '../identity/devices.ts'
import type { SignInLimit } from '../identity/sign-in-limit.ts'
import type { Rates } from '../settings/rate-limits.ts'
import type { Sockets } from '../platform/http/sockets.ts'
import type { Clock } from '../platform/clock.ts'
import type { Recognizer } from './signed-in.ts'
import type { Ids } from '../platform/ids.ts'

/** What the agent API is given. Each resource names the services that it uses. */
export interface AgentServices {
  readonly config: Pick<Config, 'publicUrl' | 'filesUrl' | 'smtpUrl'>
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
  /** Kinds of deliveries, as modules contribute them. */
  readonly deliveryKinds: DeliveryKinds
  readonly rates: Rates
  readonly signInLimit: SignInLimit
  readonly passwords: PasswordWork
  readonly devices: Devices
  /** A request that waits longer than this for the store gets 503 (ms; R4). */
  readonly deadline: number
  readonly sockets: Sockets
  /** The address of the client, as trusted proxies forward it. */
  readonly addressOf: (request: IncomingMessage) => string
  /** What features add to the agent API. */
  readonly routes: readonly AddRoutes[]
}

/** Adds the routes of a feature module to the agent API. */
export type AddRoutes = (api: Api, recognize: Recognizer) => void

export type Api = FastifyInstance
