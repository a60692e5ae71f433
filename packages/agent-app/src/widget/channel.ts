import type { Channel } from '@deskbell/protocol/agent/channel'
import type { WidgetSettings } from '@deskbell/protocol/widget/settings'

/** A channel that is a widget. */
export type WidgetChannel = Channel & { widget: WidgetSettings }

export const isWidget = (channel: Channel): channel is WidgetChannel =>
  channel.kind === 'widget' && channel.widget !== null

/** What every part of a widget's screen is given. */
export type PartProps = { channel: WidgetChannel; mayChange: boolean }

/** Where the outside reaches the desk: read from the line for web pages, which the desk wrote. */
export function deskOf({ embed }: WidgetChannel): string {
  const address = /src="([^"]+)\/widget\//.exec(embed ?? '')?.[1]
  return address ?? location.origin
}
