import type { ChannelKind } from '@deskbell/protocol/agent/channel'
import { type Capabilities, CHANNEL_KINDS } from '@deskbell/protocol/agent/channel-kinds'

const UNKNOWN: Capabilities = {
  followsLog: false,
  showsVisitors: false,
  reportsArrival: false,
  takesOfflineMessages: false,
  postsToServer: false,
  hasPage: false,
  carriesAttachments: false,
  showsMarkdown: false,
}

/** What channels of a kind can do. A kind that this build does not know, because the server is newer, can do nothing. */
export const capabilitiesOf = (kind: string): Capabilities =>
  Object.hasOwn(CHANNEL_KINDS, kind) ? CHANNEL_KINDS[kind as ChannelKind].capabilities : UNKNOWN

export type { Capabilities }
