import type { Channel } from '@deskbell/protocol/agent/channel'
import type { WidgetSettings } from '@deskbell/protocol/widget/settings'

/** A channel of the kind widget. */
export type WidgetChannel = Channel & { widget: WidgetSettings }

export const isWidget = (channel: Channel): channel is WidgetChannel => channel.widget !== null

/** The props of every tab of a widget's screen. */
export type PartProps = { channel: WidgetChannel; mayChange: boolean }

/** The server's public origin, read from the embed code that the server wrote. */
export function serverOriginOf({ embed }: WidgetChannel): string {
  const address = /src="([^"]+)\/widget\//.exec(embed ?? '')?.[1]
  return address ?? location.origin
}
