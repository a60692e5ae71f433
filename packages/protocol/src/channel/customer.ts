import { isObject, own, type JsonObject } from '../json.ts'
import { CUSTOMER_TEXT_MAX, EMAIL_MAX, NAME_MAX, PHONE_MAX, SENDER_ID_MAX, URL_MAX } from '../limits.ts'
import { cleanText, countCodePoints, cutText } from '../text.ts'
import { invalidInput, isBlank, readLink, readOptional, readText, type InvalidInput, type Part } from './field.ts'
import { isMediaType, readMedia, type IncomingMedia, type MediaNote, type MediaType } from './media.ts'

/** A body that an integrator posts to the channel address, parsed (A2, A4). */
export type CustomerInput =
  | { kind: 'message'; sender: Sender; message: IncomingMessage }
  | { kind: 'typing'; senderId: string; on: boolean }
  /** A15: an unknown type without text; answered 200, noted, nothing stored. */
  | { kind: 'ignored'; senderId: string; type: string }
  | InvalidInput

/** Optional fields are absent when they are null, blank or unusable: they do not erase what is known (A9). */
export interface Sender {
  /** The visitor's identity: compared and returned exactly as given (A8). */
  id: string
  name?: string
  phone?: string
  email?: string
  /** http(s) URL (A10). */
  photo?: string
  /** Where the visitor writes from, as given: perhaps no link (A11). */
  url?: string
  /** The invitation that the visitor was shown (A12). */
  invite?: string
}

export interface IncomingMessage {
  type: 'text' | MediaType
  /** The integrator's identifier. Not unique; for logs and receipts only, unless the channel says otherwise (A13). */
  id?: string
  /** '' for media without a caption. */
  text: string
  /** Code points before the cut (A14); absent when nothing was cut. */
  cutFrom?: number
  media?: IncomingMedia
  /** The type as sent, when it is unknown. */
  theirType?: string
  /** Notes about this message for the channel's log. */
  notes: NoteCode[]
}

/** unknown_type: a message of an unknown type was delivered as text (A15). */
export type NoteCode = 'unknown_type' | MediaNote

// Identifiers and types that are only ever logged or compared.
const MESSAGE_ID_MAX = 256
const TYPE_MAX = 64

/**
 * The tolerant parser of A2 and A4. It accepts the deviations that real clients send, so that no visitor's message is
 * lost for a formal error. `raw` are the bytes that `value` was parsed from. Never throws.
 */
export function parseCustomer(value: unknown, raw: Uint8Array, options: { strictMedia: boolean }): CustomerInput {
  if (!isObject(value)) return invalidInput('invalid_json', '')
  const senderPart = readPart(value, 'sender', raw)
  if (!senderPart) return invalidInput('invalid_field', '/sender', 'sender must be an object')
  const senderId = readSenderId(senderPart)
  if (typeof senderId !== 'string') return senderId

  const messagePart = readPart(value, 'message', raw)
  if (!messagePart) return invalidInput('invalid_field', '/message', 'message must be an object')
  const given = readText(messagePart, 'type')
  if (given === false) return invalidInput('invalid_field', '/message/type', 'message.type must be a string')
  // A20: the typing field may also be at the top level.
  const typing = toTyping(given ?? own(value, 'type'))
  if (typing !== undefined) return { kind: 'typing', senderId, on: typing }
  if (isAbsent(own(value, 'message'))) return invalidInput('message_required', '/message')
  if (given === undefined) return invalidInput('type_required', '/message/type')

  const message = readMessage(messagePart, given, options)
  if (message === undefined) return { kind: 'ignored', senderId, type: cutText(given, TYPE_MAX).text }
  if ('kind' in message) return message
  return { kind: 'message', sender: readSender(senderPart, senderId), message }
}

/** Undefined when neither an object nor absent. PHP writes an empty object as `[]`. */
function readPart(object: JsonObject, name: Part['name'], raw: Uint8Array): Part | undefined {
  const value = own(object, name)
  if (isObject(value)) return { name, fields: value, raw }
  return isAbsent(value) || (Array.isArray(value) && value.length === 0) ? { name, fields: {}, raw } : undefined
}

function isAbsent(value: unknown): boolean {
  return value === undefined || value === null
}

/** A7, A8: a non-blank string as it is, or an integer as its decimal text with every digit. */
function readSenderId(part: Part): string | InvalidInput {
  const id = readText(part, 'id')
  if (id === undefined || (id !== false && isBlank(id))) return invalidInput('sender_id_required', '/sender/id')
  if (id === false || (typeof part.fields['id'] === 'number' && !/^-?\d+$/u.test(id))) {
    return invalidInput('invalid_field', '/sender/id', 'sender.id must be a string or an integer')
  }
  if (id.length > SENDER_ID_MAX && countCodePoints(id) > SENDER_ID_MAX) {
    return invalidInput('invalid_field', '/sender/id', `sender.id must be at most ${SENDER_ID_MAX} characters`)
  }
  return id
}

function readSender(part: Part, id: string): Sender {
  const sender: Sender = { id }
  const name = readOptional(part, 'name', NAME_MAX)
  if (name !== undefined) sender.name = name
  const phone = readOptional(part, 'phone', PHONE_MAX)
  if (phone !== undefined) sender.phone = phone
  const email = readOptional(part, 'email', EMAIL_MAX)
  if (email !== undefined) sender.email = email
  const photo = readLink(part, 'photo')
  if (photo !== undefined) sender.photo = photo
  const url = readOptional(part, 'url', URL_MAX)
  if (url !== undefined) sender.url = url
  const invite = readOptional(part, 'invite', CUSTOMER_TEXT_MAX)
  if (invite !== undefined) sender.invite = invite
  return sender
}

/** Undefined for an unknown type without text (A15). */
function readMessage(
  part: Part,
  given: string,
  options: { strictMedia: boolean },
): IncomingMessage | InvalidInput | undefined {
  const text = readText(part, 'text') ?? ''
  if (text === false) return invalidInput('invalid_field', '/message/text', 'message.text must be a string')
  const type = given.toLowerCase()
  const message: IncomingMessage = {
    type: isMediaType(type) ? type : 'text',
    ...cutText(text, CUSTOMER_TEXT_MAX),
    notes: [],
  }
  const id = readOptional(part, 'id', MESSAGE_ID_MAX)
  if (id !== undefined) message.id = id
  if (isMediaType(type)) {
    const found = readMedia(part, type, options)
    if ('code' in found) return found
    message.media = found.media
    message.notes.push(...found.notes)
    return message
  }
  if (type === 'text') return isBlank(text) ? invalidInput('text_required', '/message/text') : message
  message.notes.push('unknown_type')
  message.theirType = cutText(given, TYPE_MAX).text
  return isBlank(text) ? undefined : message
}

function toTyping(type: unknown): boolean | undefined {
  if (typeof type !== 'string') return undefined
  const lower = cleanText(type).toLowerCase()
  return lower === 'typein' ? true : lower === 'typeout' ? false : undefined
}
