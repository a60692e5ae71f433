import type { IncomingMessage } from 'node:http'
import type { Availability } from '../../routing/availability.ts'
import type { ChatEvents } from '../../realtime/chat-events.ts'
import type { Commit } from '../../conversation/commit/commit.ts'
import type { Locate } from '../../conversation/commit/locate.ts'
import type { Presence } from '../../realtime/presence.ts'
import type { Config } from '../../platform/config.ts'
import type { Keys } from '../../platform/crypto.ts'
import type { Db } from '../../db/db.ts'
import type { Links } from '../../files/links.ts'
import type { Files } from '../../files/files.ts'
import type { Logger } from '../../platform/log.ts'
import type { ChannelRecord, Directory } from '../../settings/directory.ts'
import type { Geoip } from '../../geoip/geoip.ts'
import type { Rates } from '../../settings/rate-limits.ts'
import type { Sockets } from '../../platform/http/sockets.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Ids } from '../../platform/ids.ts'

/** What the routes of the widget need. */
export interface WidgetServices {
  readonly config: Pick<Config, 'publicUrl' | 'filesUrl' | 'socketsPerAddress' | 'socketsPerNetwork'>
  readonly clock: Clock
  readonly ids: Ids
  readonly keys: Pick<Keys, 'derive'>
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>
  readonly db: Db
  readonly directory: Directory
  readonly commit: Commit
  readonly locate: Locate
  readonly geoip: Geoip
  readonly chatEvents: ChatEvents
  readonly presence: Presence
  readonly availability: Availability
  readonly files: Files
  readonly links: Links
  readonly rates: Rates
  readonly sockets: Sockets
  /** A request that waits longer for the database is answered 503 (ms). */
  readonly deadline: number
  /** The address of the client, past the trusted proxies. */
  readonly addressOf: (request: IncomingMessage) => string
}

/** What the session of a page needs. */
export type SessionServices = Pick<
  WidgetServices,
  | ('availability' | 'chatEvents' | 'clock' | 'commit' | 'db' | 'directory')
  | ('geoip' | 'ids' | 'links' | 'locate' | 'log' | 'rates')
>

/** A widget, with its settings. */
export type WidgetRecord = ChannelRecord & { readonly widget: NonNullable<ChannelRecord['widget']> }

/** The widget with this id; undefined when there is none, or it is disabled. */
export function findWidget(directory: Directory, publicId: string): WidgetRecord | undefined {
  const channel = directory.channelByPublicId(publicId)
  return channel?.kind === 'widget' && channel.widget && channel.enabled ? (channel as WidgetRecord) : undefined
}
