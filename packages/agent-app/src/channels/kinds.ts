import type { ChannelKind } from '@deskbell/protocol/agent/channel'
import { apiKind } from '../chat-api/kind.tsx'
import { telegramKind } from '../telegram/kind.tsx'
import { widgetKind } from '../widget/kind.tsx'
import type { KindView } from './kind-view.ts'
import { unknownKind } from './unknown-kind.tsx'

/** The view of each kind of channel, in the order of the new-channel dialog. A missing one does not compile. */
export const KINDS: Readonly<Record<ChannelKind, KindView>> = {
  widget: widgetKind,
  api: apiKind,
  telegram: telegramKind,
}

/** The view of any kind, also of one that this build does not know. */
export const kindViewOf = (kind: string): KindView =>
  Object.hasOwn(KINDS, kind) ? KINDS[kind as ChannelKind] : unknownKind

/** The kind that the new-channel dialog proposes. */
export const FIRST_KIND: ChannelKind = 'widget'
