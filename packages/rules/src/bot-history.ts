import { ASKED_MAX } from './bot-limits.ts'
import type { ChatDelivery } from './delivery.ts'
import type { Entry } from './entries.ts'
import type { Message } from './entries/message.ts'
import type { Placed } from './entry-kind.ts'
import type { EntryMedia } from './shapes.ts'

/** One request to a bot: a text, or an attachment, the first one with the text of the message. */
export type BotAsk = Omit<(ChatDelivery & { kind: 'CLIENT_MESSAGE' })['body'], 'client' | 'probe'>

/** A message of the visitor, as a bot gets it that joins later. `of`: its entry. */
export interface BotMessage {
  readonly of: number
  readonly bodies: readonly BotAsk[]
}

/**
 * The visitor's messages for a bot that joins a chat that has begun, the newest ones, in their order. Null: an attachment is
 * still being fetched, and a bot gets it only with a link (B17).
 */
export function botHistory(log: readonly Entry[]): BotMessage[] | null {
  const messages = log.flatMap((entry) => (entry.type === 'message' && entry.from === 'visitor' ? [entry] : []))
  const asks = messages.slice(-ASKED_MAX).map((message) => toAsk(message, log))
  return asks.every((one) => one !== null) ? asks : null
}

function toAsk(message: Placed<Message>, log: readonly Entry[]): BotMessage | null {
  const { n: of, at, attachments = [] } = message
  const edited = log.findLast((entry) => entry.type === 'message.edited' && entry.of === of)
  const text = edited?.type === 'message.edited' ? edited.text : message.text
  if (attachments.length === 0) return { of, bodies: [{ text, at }] }
  const media = attachments.map((one, place) => mediaNow(one, { of, place }, log))
  if (!media.every((one) => one !== null)) return null
  return { of, bodies: media.map((one, place) => ({ text: place === 0 ? text : '', at, media: one })) }
}

/** An attachment as it is stored by now; null while it is being fetched. */
function mediaNow(
  media: EntryMedia,
  { of, place }: { of: number; place: number },
  log: readonly Entry[],
): EntryMedia | null {
  const ended = log.findLast(
    (entry) =>
      (entry.type === 'media.stored' || entry.type === 'media.failed') &&
      entry.of === of &&
      (entry.attachment ?? 0) === place,
  )
  if (ended && 'media' in ended) return ended.media
  // A location has no file.
  return media.host !== undefined && media.file === undefined && media.kind !== 'location' ? null : media
}
