import type { ChannelRecord, Directory } from '../../settings/directory.ts'

/** A widget, with its settings. */
export type WidgetRecord = ChannelRecord & { readonly widget: NonNullable<ChannelRecord['widget']> }

/** The widget with this id; undefined when there is none, or it is disabled. */
export function findWidget(directory: Directory, publicId: string): WidgetRecord | undefined {
  const channel = directory.channelByPublicId(publicId)
  return channel?.kind === 'widget' && channel.widget && channel.enabled ? (channel as WidgetRecord) : undefined
}
