import { isObject, own, type JsonObject } from '../json.ts'
import { BOT_BUTTONS_MAX, BOT_BUTTON_MAX, BOT_TEXT_MAX, BOT_TITLE_MAX } from '../limits.ts'
import { cleanText, countCodePoints } from '../text.ts'

/** A request of a provider, parsed (B1). */
export type BotInput =
  | ({ readonly kind: 'message'; readonly message: BotMessage } & BotAddress)
  | ({ readonly kind: 'invite' } & BotAddress)
  /** An event that the server does not support: 405. */
  | { readonly kind: 'unsupported'; readonly event: string }
  | { readonly kind: 'invalid'; readonly message: string; readonly field: string }

/**
 * The ids by which the server finds the conversation, in this order (B1). Decimal text, also when sent as numbers (B2).
 */
export interface BotAddress {
  readonly chatId?: string
  readonly clientId?: string
  readonly id?: string
}

export interface BotButton {
  readonly id: string
  readonly text: string
}

/** `text` is the plain variant of the latter two: for previews, never for the visitor (B18). */
export type BotMessage =
  | { readonly type: 'TEXT'; readonly text: string }
  | { readonly type: 'MARKDOWN'; readonly text: string; readonly markdown: string }
  | {
      readonly type: 'BUTTONS'
      readonly text: string
      readonly title: string
      readonly buttons: readonly BotButton[]
    }

class Wrong extends Error {
  readonly field: string
  constructor(field: string, message: string) {
    super(message)
    this.field = field
  }
}

/**
 * Parses a provider's event. Tolerant where an error does not change what the visitor sees: unknown fields are ignored
 * (B6), ids may be numbers (B2), the ids of buttons and the plain variant may be missing (B4), and the timestamp is not
 * read (B3). Strict where the server would have to guess what the visitor is to see. Never throws.
 */
export function parseBotEvent(value: JsonObject): BotInput {
  try {
    return read(value)
  } catch (error) {
    if (error instanceof Wrong) return { kind: 'invalid', message: error.message, field: error.field }
    throw error
  }
}

function read(value: JsonObject): BotInput {
  const event = own(value, 'event')
  if (event === undefined || event === null)
    throw new Wrong('/event', 'event is required: "BOT_MESSAGE" or "INVITE_AGENT"')
  if (typeof event !== 'string') throw new Wrong('/event', 'event must be a string: "BOT_MESSAGE" or "INVITE_AGENT"')
  if (event !== 'BOT_MESSAGE' && event !== 'INVITE_AGENT')
    return { kind: 'unsupported', event: cleanText(event).slice(0, 64) }
  const chatId = readId(value, 'chat_id')
  const clientId = readId(value, 'client_id')
  const id = readId(value, 'id')
  const address = {
    ...(chatId !== undefined && { chatId }),
    ...(clientId !== undefined && { clientId }),
    ...(id !== undefined && { id }),
  }
  if (event === 'INVITE_AGENT') return { kind: 'invite', ...address }
  const message = own(value, 'message')
  if (message === undefined || message === null)
    throw new Wrong('/message', 'message is required: an object with type, its text, and timestamp')
  if (!isObject(message)) throw new Wrong('/message', 'message must be an object')
  return { kind: 'message', message: readMessage(message), ...address }
}

/** A string or an integer as text; absent when it is null or blank. */
function readId(value: JsonObject, key: string): string | undefined {
  const id = own(value, key)
  if (id === undefined || id === null) return undefined
  if (typeof id === 'string') return id.trim() === '' ? undefined : cleanText(id)
  if (typeof id === 'number' && Number.isInteger(id)) return String(id)
  throw new Wrong(`/${key}`, `${key} must be a string or an integer`)
}

function readMessage(message: JsonObject): BotMessage {
  const type = own(message, 'type') as BotMessage['type'] | undefined | null
  if (type === undefined || type === null)
    throw new Wrong('/message/type', 'message.type is required: "TEXT", "MARKDOWN" or "BUTTONS"')
  switch (type) {
    case 'TEXT':
      return { type, text: readText(message, 'text', BOT_TEXT_MAX) }
    case 'MARKDOWN': {
      const markdown = readText(message, 'content', BOT_TEXT_MAX)
      return { type, markdown, text: readPlain(message) ?? markdown }
    }
    case 'BUTTONS': {
      const title = readText(message, 'title', BOT_TITLE_MAX)
      return { type, title, text: readPlain(message) ?? title, buttons: readButtons(own(message, 'buttons')) }
    }
    default:
      throw new Wrong('/message/type', 'message.type must be "TEXT", "MARKDOWN" or "BUTTONS"')
  }
}

function readText(message: JsonObject, key: string, max: number): string {
  const text = own(message, key)
  if (text === undefined || text === null)
    throw new Wrong(`/message/${key}`, `message.${key} is required: a string that is not blank`)
  if (typeof text !== 'string') throw new Wrong(`/message/${key}`, `message.${key} must be a string`)
  return checkText(`/message/${key}`, text, max)
}

function checkText(field: string, given: string, max: number): string {
  const text = cleanText(given)
  const name = field.slice(1).replaceAll('/', '.')
  if (text.trim() === '') throw new Wrong(field, `${name} must not be blank`)
  const length = countCodePoints(text)
  if (length > max) throw new Wrong(field, `${name} has at most ${max} characters; this one has ${length}`)
  return text
}

/** B18: not shown to the visitor, so it may be missing. */
function readPlain(message: JsonObject): string | undefined {
  const text = own(message, 'text')
  if (text === undefined || text === null || (typeof text === 'string' && text.trim() === '')) return undefined
  return readText(message, 'text', BOT_TEXT_MAX)
}

/** B4. */
function readButtons(given: unknown): BotButton[] {
  const field = '/message/buttons'
  if (!Array.isArray(given) || given.length === 0)
    throw new Wrong(field, `message.buttons is required: a list of 1 to ${BOT_BUTTONS_MAX} prepared answers`)
  if (given.length > BOT_BUTTONS_MAX)
    throw new Wrong(field, `message.buttons has at most ${BOT_BUTTONS_MAX} prepared answers; these are ${given.length}`)
  const ids = new Set<string>()
  const read = given.map((button: unknown, i) => {
    const at = `${field}/${i}`
    if (!isObject(button)) throw new Wrong(at, `message.buttons.${i} must be an object with text and, as a rule, id`)
    const id = readButtonId(own(button, 'id'), `${at}/id`)
    const text = own(button, 'text')
    if (typeof text !== 'string')
      throw new Wrong(`${at}/text`, `message.buttons.${i}.text is required: a string that is not blank`)
    if (id !== undefined && ids.has(id))
      throw new Wrong(`${at}/id`, `message.buttons.${i}.id is the id of another button too`)
    if (id !== undefined) ids.add(id)
    return { id, text: checkText(`${at}/text`, text, BOT_BUTTON_MAX) }
  })
  return read.map(({ id, text }, i) => ({ id: id ?? makeButtonId(i, read, ids), text }))
}

/** Undefined when it is missing or blank. */
function readButtonId(id: unknown, field: string): string | undefined {
  if (id === undefined || id === null) return undefined
  if (typeof id === 'string') return id.trim() === '' ? undefined : checkText(field, id, BOT_BUTTON_MAX)
  if (typeof id === 'number' && Number.isSafeInteger(id)) return String(id)
  throw new Wrong(field, `${field.slice(1).replaceAll('/', '.')} must be a string or an integer, or be left out`)
}

/**
 * The id of a button that came without one: its text, or its position if several buttons have that text. An id
 * that another button has is never given again, because a choice would be ambiguous.
 */
function makeButtonId(at: number, buttons: readonly { text: string }[], ids: Set<string>): string {
  const position = String(at + 1)
  const text = buttons[at]?.text ?? position
  const repeats = buttons.some((other, i) => i !== at && other.text === text)
  let id = repeats ? position : text
  if (ids.has(id)) id = position
  while (ids.has(id)) id = `${position}-${id}`
  ids.add(id)
  return id
}
