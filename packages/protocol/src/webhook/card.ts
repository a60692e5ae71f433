import { isHttpUrl } from '../channel/field.ts'
import { isObject, own, type JsonObject } from '../json.ts'
import { EMAIL_MAX, NAME_MAX, PHONE_MAX } from '../limits.ts'
import { cleanText, cutText } from '../text.ts'
import { CONTACT_MAX } from '../widget/contact.ts'
import { CARD_CONTENT_MAX, CARD_FIELDS_MAX, CARD_TITLE_MAX, PAGE_TITLE_MAX } from './limits.ts'

/** One line beside the chat, plain text without markup. It has a title, a content, or both. */
export interface CardField {
  readonly title?: string
  readonly content?: string
  readonly key?: string
  /** http(s). */
  readonly link?: string
}

/** The data in the answer to chat_accepted that agents see beside the chat. Every link is http(s) (C13, C25). */
export interface Card {
  readonly customData: readonly CardField[]
  readonly contact: {
    readonly name?: string
    readonly phone?: string
    readonly email?: string
    readonly description?: string
  }
  readonly enableAssign: boolean
  readonly crmLink?: string
  readonly page?: { readonly url: string; readonly title?: string }
}

/** A part of an answer that was left out, for the developer of the receiver. */
export interface LeftOut {
  /** JSON pointer. */
  readonly path: string
  /** A clause for developers: what would be right. */
  readonly reason: string
}

/** C11: the tolerant parser. It leaves unusable parts out and keeps the rest. Never throws. */
export function readCard(answer: JsonObject): { card: Card; leftOut: LeftOut[] } {
  const leftOut: LeftOut[] = []
  const put: Put = (path, reason) => {
    if (leftOut.length < LEFT_OUT_MAX) leftOut.push({ path, reason })
  }
  const crmLink = readLink(answer, 'crm_link', put)
  const page = readPage(own(answer, 'page'), put)
  const card: Card = {
    customData: readFields(own(answer, 'custom_data'), put),
    contact: readContact(own(answer, 'contact_info'), put),
    enableAssign: readSwitch(own(answer, 'enable_assign'), put),
    ...(crmLink !== undefined && { crmLink }),
    ...(page && { page }),
  }
  return { card, leftOut }
}

/** Maximum number of reported problems. Others are reported after these are corrected. */
const LEFT_OUT_MAX = 20

type Put = (path: string, reason: string) => void

const below =
  (parent: string, put: Put): Put =>
  (path, reason) =>
    put(parent + path, reason)

function readFields(given: unknown, put: Put): CardField[] {
  const path = '/custom_data'
  if (isNothing(given)) return []
  if (!Array.isArray(given)) {
    put(path, 'must be an array')
    return []
  }
  const fields: CardField[] = []
  for (const [at, item] of given.entries()) {
    const field = readField(item, `${path}/${at}`, put)
    if (!field) continue
    if (fields.length === CARD_FIELDS_MAX) {
      put(`${path}/${at}`, `and what follows: at most ${CARD_FIELDS_MAX} are shown`)
      break
    }
    fields.push(field)
  }
  return fields
}

function readField(item: unknown, path: string, put: Put): CardField | undefined {
  if (!isObject(item)) {
    put(path, 'must be an object with title and content')
    return undefined
  }
  const title = readText(item, 'title', CARD_TITLE_MAX, below(path, put))
  const content = readText(item, 'content', CARD_CONTENT_MAX, below(path, put))
  const key = readText(item, 'key', CARD_TITLE_MAX, below(path, put))
  const link = readLink(item, 'link', below(path, put))
  if (title === undefined && content === undefined) {
    put(path, 'has neither a title nor a content')
    return undefined
  }
  return {
    ...(title !== undefined && { title }),
    ...(content !== undefined && { content }),
    ...(key !== undefined && { key }),
    ...(link !== undefined && { link }),
  }
}

function readContact(given: unknown, put: Put): Card['contact'] {
  const contact = readObject(given, '/contact_info', put)
  if (!contact) return {}
  const name = readText(contact, 'name', NAME_MAX, below('/contact_info', put))
  const phone = readText(contact, 'phone', PHONE_MAX, below('/contact_info', put))
  const email = readText(contact, 'email', EMAIL_MAX, below('/contact_info', put))
  const description = readText(contact, 'description', CONTACT_MAX.description, below('/contact_info', put))
  return {
    ...(name !== undefined && { name }),
    ...(phone !== undefined && { phone }),
    ...(email !== undefined && { email }),
    ...(description !== undefined && { description }),
  }
}

function readPage(given: unknown, put: Put): Card['page'] | undefined {
  const page = readObject(given, '/page', put)
  if (!page) return undefined
  const url = readLink(page, 'url', below('/page', put))
  const title = readText(page, 'title', PAGE_TITLE_MAX, below('/page', put))
  return url === undefined ? undefined : { url, ...(title !== undefined && { title }) }
}

function readSwitch(given: unknown, put: Put): boolean {
  if (typeof given === 'boolean') return given
  if (!isNothing(given)) put('/enable_assign', 'must be true or false')
  return false
}

function readObject(given: unknown, path: string, put: Put): JsonObject | undefined {
  const value = emptyAsObject(given)
  if (isObject(value)) return value
  if (!isNothing(value)) put(path, 'must be an object')
  return undefined
}

/** A text, a number or a boolean as text, cleaned and cut; undefined when absent, null, blank or not a scalar. */
function readText(from: JsonObject, key: string, most: number, put: Put): string | undefined {
  const value = own(from, key)
  if (isNothing(value)) return undefined
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') {
    put(`/${key}`, 'must be a text')
    return undefined
  }
  const text = cleanText(String(value)).trim()
  return text === '' ? undefined : cutText(text, most).text
}

/** C13: a link to anything but a web page is left out. The scheme is checked after parsing. */
function readLink(from: JsonObject, key: string, put: Put): string | undefined {
  const value = own(from, key)
  if (isNothing(value)) return undefined
  const link = typeof value === 'string' ? value.trim() : undefined
  if (link === '') return undefined
  const wrong = link === undefined || !isHttpUrl(link) || /\p{Cc}/u.test(link)
  if (wrong) put(`/${key}`, 'must be an http:// or https:// address of at most 2048 characters')
  if (wrong) return undefined // guard T2
  return link
}

function isNothing(value: unknown): value is undefined | null {
  return value === undefined || value === null
}

/** PHP writes an empty object as `[]`. */
export function emptyAsObject(value: unknown): unknown {
  return Array.isArray(value) && value.length === 0 ? {} : value
}
