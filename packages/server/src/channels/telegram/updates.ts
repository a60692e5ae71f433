import { cleanText } from '@deskbell/protocol/text'
import type { EntryMedia } from '@deskbell/rules'
import type { Message, Update } from 'grammy/types'

/** What the connector asks Telegram for. */
export const WANTED = ['message', 'edited_message'] as const satisfies readonly (keyof Update)[]

/** The name of the origin that agents read while a file is fetched. */
const HOST = 'Telegram'

export interface FromVisitor {
  /** The visitor's key: the number of the private chat. */
  readonly key: string
  readonly theirId: string
  readonly text: string
  readonly visitor: { readonly name?: string; readonly url?: string; readonly phone?: string }
  readonly media?: EntryMedia
  /** Telegram's name of the file. */
  readonly file?: string
}

export type Incoming =
  | ({ readonly type: 'message' | 'edit' } & FromVisitor)
  /** Nothing for agents, such as a message in a group. */
  | { readonly type: 'nothing' }

/** What an update means. Only private chats with people count: a bot in a group is no conversation with one visitor. */
export function toIncoming(update: Update): Incoming {
  const message = update.message ?? update.edited_message
  if (message?.chat.type !== 'private' || message.from?.is_bot !== false) return { type: 'nothing' }
  // A live location is edited with each move; the place stays the one that was sent.
  if (update.edited_message?.location) return { type: 'nothing' }
  const attached = toAttached(message)
  const text = message.text ?? message.caption ?? attached?.text ?? ''
  // Service messages: a timer was set, a picture of the chat was changed.
  if (text === '' && !attached?.media) return { type: 'nothing' }
  return toStorable({
    type: update.message ? 'message' : 'edit',
    key: String(message.chat.id),
    theirId: String(message.message_id),
    text,
    visitor: toVisitor(message),
    ...(attached?.media && { media: { host: HOST, ...attached.media } }),
    ...(attached?.file !== undefined && { file: attached.file }),
  })
}

/** The same with texts that the database takes. */
function toStorable<T>(value: T): T {
  if (typeof value === 'string') return cleanText(value) as T
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, toStorable(one as unknown)])) as T
}

function toVisitor({ from, contact }: Message): FromVisitor['visitor'] {
  const name = [from?.first_name, from?.last_name].filter(Boolean).join(' ')
  return {
    ...(name !== '' && { name }),
    ...(from?.username !== undefined && { url: `https://t.me/${from.username}` }),
    // Only one's own number says something of the visitor.
    ...(contact && contact.user_id === from?.id && { phone: contact.phone_number.replace(/^\+?/, '+') }),
  }
}

interface Attached {
  readonly media?: EntryMedia
  readonly file?: string
  /** For what has no words of its own. */
  readonly text?: string
}

interface Described {
  readonly file_name?: string
  readonly file_size?: number
  readonly width?: number
  readonly height?: number
  readonly duration?: number
}

const describe = ({ file_name: name, file_size: size, width, height, duration }: Described) => ({
  ...(name !== undefined && { name }),
  ...(size !== undefined && { size }),
  ...(width !== undefined && { width }),
  ...(height !== undefined && { height }),
  ...(duration !== undefined && { duration }),
})

// oxlint-disable-next-line complexity -- one line for each kind of content that Telegram has
function toAttached(message: Message): Attached | undefined {
  const { photo, sticker, voice, audio, video, video_note: round, animation, document, venue, location } = message
  if (photo) return filed('photo', photo.at(-1))
  if (sticker) return toSticker(sticker)
  if (voice) return filed('voice', voice)
  if (audio) return filed('audio', audio, pick(audio, ['performer', 'title']))
  if (video) return filed('video', video)
  if (round) return filed('video', { ...round, width: round.length, height: round.length })
  // Telegram sends an animation also as the document that it is.
  if (animation) return filed('video', animation)
  if (document) return filed('document', document)
  if (venue) return { media: { ...toPoint(venue.location), title: venue.title }, text: venue.address }
  if (location) return { media: toPoint(location) }
  const { contact, dice, poll } = message
  if (contact) return { text: [contact.first_name, contact.last_name, contact.phone_number].filter(Boolean).join(' ') }
  if (dice) return { text: `${dice.emoji} ${dice.value}` }
  if (poll) return { text: [poll.question, ...poll.options.map((option) => `– ${option.text}`)].join('\n') }
  return undefined
}

function filed(
  kind: EntryMedia['kind'],
  file: (Described & { readonly file_id: string }) | undefined,
  more: Partial<EntryMedia> = {},
): Attached | undefined {
  return file && { media: { kind, ...describe(file), ...more }, file: file.file_id }
}

/** An animated sticker is shown by its still picture: browsers cannot play Telegram's vector format. */
function toSticker({
  emoji,
  is_animated: animated,
  is_video: video,
  thumbnail,
  ...sticker
}: NonNullable<Message['sticker']>) {
  const still = (animated || video) && thumbnail ? thumbnail : sticker
  return filed('sticker', still, emoji === undefined ? {} : { emoji })
}

const toPoint = ({ latitude, longitude }: { readonly latitude: number; readonly longitude: number }): EntryMedia => ({
  kind: 'location',
  latitude,
  longitude,
})

function pick<T extends object, K extends keyof T>(from: T, names: readonly K[]): Partial<Pick<T, K>> {
  return Object.fromEntries(names.flatMap((name) => (from[name] === undefined ? [] : [[name, from[name]]]))) as Partial<
    Pick<T, K>
  >
}
