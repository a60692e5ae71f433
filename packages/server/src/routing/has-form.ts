import { capabilitiesOf } from '@deskbell/protocol/agent/channel-kinds'
import type { ChannelRecord } from '../settings/directory.ts'

/** Whether visitors of the channel can be shown the form for messages without an agent. */
export const hasForm = ({ kind, widget }: ChannelRecord): boolean =>
  capabilitiesOf(kind).takesOfflineMessages && widget?.offlineForm !== false
