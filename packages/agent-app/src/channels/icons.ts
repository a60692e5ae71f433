import type { ChannelKind } from '@deskbell/protocol/agent/channel'
import { AppWindow, Braces, CircleHelp, type LucideIcon, Send } from 'lucide-react'

/** The icon of each kind of channel. Apart from the kinds' screens, because every row of the inbox shows it. */
const ICONS: Readonly<Record<ChannelKind, LucideIcon>> = { widget: AppWindow, api: Braces, telegram: Send }

/** Also of a kind that this build does not know, because the server is newer. */
export const channelIcon = (kind: string): LucideIcon =>
  Object.hasOwn(ICONS, kind) ? ICONS[kind as ChannelKind] : CircleHelp
