import { TELEGRAM_DEFAULTS } from './telegram-defaults.ts'
import type { Channel, ChannelChange, ChannelKind } from './channel.ts'

/** What a kind of channel can do. Code outside the connectors tests for a capability and never for a kind. */
export interface Capabilities {
  /** The visitor's client reads the log of the chat itself: no message is delivered to it. */
  readonly followsLog: boolean
  /** A message may have several attachments. Otherwise each attachment is sent as a message of its own. */
  readonly carriesAttachments: boolean
  /** Visitors see bold, italic and links of agents' messages. Otherwise they get the plain text. */
  readonly showsMarkdown: boolean
  /** Agents see visitors who have a page open, before they write. */
  readonly showsVisitors: boolean
  /** The visitor's client reports the last entry that it received: agents see which messages have arrived. */
  readonly reportsArrival: boolean
  /** Visitors may leave a message while no agent is there. */
  readonly takesOfflineMessages: boolean
  /** Messages are sent to a server of the operator. */
  readonly postsToServer: boolean
  /** The server has a page (`/talk/…`) on which visitors write. */
  readonly hasPage: boolean
}

/** `id`: the visitor's identifier on the channel. */
export type VerifiedField = 'id' | 'email' | 'phone'

/** A setting that only some kinds of channels have. */
export type KindSetting = Extract<
  keyof ChannelChange,
  | 'serverUrl'
  | 'header'
  | 'chunked'
  | 'anySuccess'
  | 'strictMedia'
  | 'uniqueMessageIds'
  | 'verifiedContacts'
  | 'widget'
  | 'telegram'
>

/** Settings that only the connector of the kind reads. */
type OwnName = 'telegram'
export type OwnSettings = NonNullable<Channel[OwnName]>

export interface KindFacts {
  readonly capabilities: Capabilities
  /** Its settings, beside those that every channel has. */
  readonly settings: readonly KindSetting[]
  /**
   * What is known to be the visitor's own, not only claimed; with the setting `verifiedContacts`, only where it is on.
   */
  readonly verifies: readonly VerifiedField[]
  /**
   * The setting whose fields only the connector reads: the field of its secret, which is stored encrypted and never
   * read back, and the defaults of the other fields.
   */
  readonly own?: { readonly name: OwnName; readonly secret: 'token'; readonly defaults: OwnSettings }
}

export const CHANNEL_KINDS: Readonly<Record<ChannelKind, KindFacts>> = {
  api: {
    capabilities: {
      followsLog: false,
      carriesAttachments: false,
      showsMarkdown: false,
      showsVisitors: false,
      reportsArrival: false,
      takesOfflineMessages: false,
      postsToServer: true,
      hasPage: false,
    },
    settings: ['serverUrl', 'header', 'chunked', 'anySuccess', 'strictMedia', 'uniqueMessageIds', 'verifiedContacts'],
    verifies: ['id', 'email', 'phone'],
  },
  widget: {
    capabilities: {
      followsLog: true,
      carriesAttachments: true,
      showsMarkdown: true,
      showsVisitors: true,
      reportsArrival: true,
      takesOfflineMessages: true,
      postsToServer: false,
      hasPage: true,
    },
    settings: ['widget'],
    verifies: [],
  },
  telegram: {
    capabilities: {
      followsLog: false,
      carriesAttachments: false,
      showsMarkdown: true,
      showsVisitors: false,
      reportsArrival: false,
      takesOfflineMessages: false,
      postsToServer: false,
      hasPage: false,
    },
    settings: ['telegram'],
    verifies: ['phone'],
    own: { name: 'telegram', secret: 'token', defaults: TELEGRAM_DEFAULTS },
  },
}

/** The kind of a new channel of which no kind is given. */
export const DEFAULT_KIND: ChannelKind = 'api'

/** The fields of a channel that hold the settings of other kinds. */
export const NO_OWN_SETTINGS = Object.fromEntries(
  Object.values(CHANNEL_KINDS).flatMap(({ own }) => (own ? [[own.name, null]] : [])),
) as Record<OwnName, null>

export const capabilitiesOf = (kind: ChannelKind): Capabilities => CHANNEL_KINDS[kind].capabilities
