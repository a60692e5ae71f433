import type { EntryMedia } from '@deskbell/rules'
import type { MessageForVisitor } from '../connector.ts'
import type { BotApi } from './bot-api.ts'
import { CAPTION_MAX, markdownToHtml, TEXT_MAX, toPieces } from './text.ts'

/** The bytes of a stored file; undefined when it was erased. */
export type ReadFile = (id: string) => Promise<Buffer | undefined>

type Part = (api: BotApi, to: string) => Promise<unknown>

/** The file of the message is not kept any more. */
export class FileGone extends Error {
  override readonly name = 'FileGone'
}

/** The requests of one message, in their order. Most messages are one. */
export function toParts(message: MessageForVisitor, readFile: ReadFile): Part[] {
  const { attachments, markdown, buttons } = message
  // A message of Telegram carries one: the rules made a message of each further attachment.
  const media = attachments?.[0]
  const text = markdown === undefined && buttons && message.title !== undefined ? message.title : message.text
  const keyboard = toKeyboard(message)
  const parts: Part[] = []
  const isCaption = media && media.kind !== 'location' && media.kind !== 'sticker' && text.length <= CAPTION_MAX
  if (media) parts.push((api, to) => sendMedia({ api, to, readFile }, media, isCaption ? text : ''))
  if (text === '' || isCaption) return parts
  if (markdown !== undefined && text.length <= TEXT_MAX)
    return [...parts, (api, to) => api.sendMessage(to, markdownToHtml(markdown), { parse_mode: 'HTML', ...keyboard })]
  return [
    ...parts,
    ...toPieces(text).map(
      (piece): Part =>
        (api, to) =>
          api.sendMessage(to, piece, keyboard),
    ),
  ]
}

/**
 * Buttons as a keyboard: what the visitor presses arrives as a message with the button's text, by which the rules know
 * the button (A31). A message without buttons takes the keyboard of the one before away.
 */
function toKeyboard({ buttons }: MessageForVisitor) {
  if (!buttons?.length) return { reply_markup: { remove_keyboard: true as const } }
  const keyboard = buttons.map(({ text }) => [{ text }])
  return { reply_markup: { keyboard, one_time_keyboard: true, resize_keyboard: true } }
}

/** The library writes the name into a header without quotes. */
const toFileName = (name: string): string => name.replaceAll(/[\p{Cc}\s;"'\\=]+/gu, '_')

interface Sending {
  readonly api: BotApi
  readonly to: string
  readonly readFile: ReadFile
}

async function sendMedia({ api, to, readFile }: Sending, media: EntryMedia, text: string): Promise<unknown> {
  const { kind, latitude = 0, longitude = 0, title, performer, duration, width, height } = media
  if (kind === 'location')
    return title === undefined
      ? api.sendLocation(to, latitude, longitude)
      : api.sendVenue(to, latitude, longitude, title, '')
  const bytes = media.file === undefined ? undefined : await readFile(media.file)
  if (!bytes) throw new FileGone()
  const { InputFile } = await import('grammy')
  const file = new InputFile(bytes, toFileName(media.name ?? 'file'))
  const caption = text === '' ? {} : { caption: text }
  const size = { ...(width !== undefined && { width }), ...(height !== undefined && { height }) }
  const length = duration === undefined ? {} : { duration }
  switch (kind) {
    case 'photo':
      return api.sendPhoto(to, file, caption)
    case 'video':
      return api.sendVideo(to, file, { ...caption, ...size, ...length })
    case 'voice':
      return api.sendVoice(to, file, { ...caption, ...length })
    case 'audio':
      return api.sendAudio(to, file, {
        ...caption,
        ...length,
        ...(title !== undefined && { title }),
        ...(performer !== undefined && { performer }),
      })
    case 'sticker':
      return api.sendSticker(to, file)
    case 'document':
      return api.sendDocument(to, file, caption)
  }
}
