import type { ChannelKind } from '@deskbell/protocol/agent/channel'
import { apiKind } from '../chat-api/kind.tsx'
import { telegramKind } from '../telegram/kind.tsx'
import { widgetKind } from '../widget/kind.tsx'
import type { KindView } from './kind-view.ts'

/** The view of each kind of channel, in the order of the new-channel dialog. A missing one does not compile. */
export const KINDS: Readonly<Record<ChannelKind, KindView>> = {
  widget: widgetKind,
  api: apiKind,
  telegram: telegramKind,
}

/** The kind that the new-channel dialog proposes. */
export const FIRST_KIND: ChannelKind = 'widget'
