/** Data about the visitor from a page or a form. No schemas, because the widget bundles this file. */
export const CONTACT_MAX = { name: 256, email: 254, phone: 64, description: 2000 } as const
export const CUSTOM_FIELDS_MAX = 50
export const CUSTOM_BYTES_MAX = 20 * 1024
export const USER_TOKEN_MAX = 1024
export const VISITOR_TEXT_MAX = 10_000
export const NOT_ARRAY = 'Custom data must be array.'

export interface Contact {
  readonly name?: string
  readonly email?: string
  readonly phone?: string
  readonly description?: string
}
export type ContactField = keyof Contact
export const CONTACT_FIELDS: readonly ContactField[] = ['name', 'email', 'phone', 'description']

/** One field about the visitor from the page, plain text without markup. */
export interface CustomField {
  readonly title?: string
  readonly content?: string
  readonly key?: string
  readonly link?: string
}

/** W6: only given values that are not empty make a change; numbers become texts; other keys are ignored. */
export function toContact(given: unknown): Contact {
  const contact: Record<string, string> = {}
  if (typeof given !== 'object' || given === null) return contact
  for (const field of CONTACT_FIELDS) {
    if (!Object.hasOwn(given, field)) continue
    const text = toText((given as Record<string, unknown>)[field]).trim()
    if (text !== '') contact[field] = cut(text, CONTACT_MAX[field])
  }
  return contact
}

export type Customs =
  | { readonly ok: true; readonly fields: readonly CustomField[] }
  | { readonly ok: false; readonly reason: string }

/** W7: a field without title and content is left out; data over the limits is refused as a whole. */
export function toCustomData(given: unknown): Customs {
  if (!Array.isArray(given)) return { ok: false, reason: NOT_ARRAY }
  const fields: CustomField[] = []
  for (const one of given as unknown[]) {
    if (typeof one !== 'object' || one === null) continue
    const field: Record<string, string> = {}
    for (const name of ['title', 'content', 'key', 'link'] as const) {
      const text = Object.hasOwn(one, name) ? toText((one as Record<string, unknown>)[name]) : ''
      if (text !== '') field[name] = text
    }
    if (field['title'] !== undefined || field['content'] !== undefined) fields.push(field)
  }
  if (fields.length > CUSTOM_FIELDS_MAX)
    return { ok: false, reason: `Custom data may have at most ${CUSTOM_FIELDS_MAX} fields.` }
  if (new TextEncoder().encode(JSON.stringify(fields)).length > CUSTOM_BYTES_MAX)
    return { ok: false, reason: `Custom data may have at most ${CUSTOM_BYTES_MAX / 1024} KiB.` }
  return { ok: true, fields }
}

/** W8: the token as text; false when it is not a token. A token that is too long is refused by name. */
export function toUserToken(given: unknown): string | false {
  if (typeof given === 'number' && Number.isFinite(given)) return String(given)
  return typeof given === 'string' && given !== '' ? given : false
}

/** W10: 7 to 15 digits; a plus, spaces, brackets and hyphens are ignored. */
export function isPhone(text: string): boolean {
  return /^\+?\d{7,15}$/.test(text.replace(/[\s()-]/g, ''))
}

/** A tolerant check: characters, an at sign, a host with a dot. */
export function isEmail(text: string): boolean {
  return text.length <= CONTACT_MAX.email && /^[^\s@<>"]+@[^\s@<>".]+(\.[^\s@<>".]+)+$/.test(text)
}

/** W11: why an offline message is refused; undefined: it is accepted. */
export function whyNotOffline(contact: Contact, message: string): string | undefined {
  if (message.trim() === '') return 'A message is needed.'
  if (message.length > VISITOR_TEXT_MAX) return `The message may have at most ${VISITOR_TEXT_MAX} characters.`
  if (contact.email !== undefined && !isEmail(contact.email)) return 'The e-mail address is not valid.'
  if (contact.phone !== undefined && !isPhone(contact.phone)) return 'The phone number is not valid.'
  if (contact.email === undefined && contact.phone === undefined)
    return 'An e-mail address or a phone number is needed.'
  return undefined
}

function toText(value: unknown): string {
  if (typeof value === 'string') return value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
}

/** Cuts a text, but not inside a surrogate pair. */
function cut(text: string, most: number): string {
  return text.length <= most ? text : text.slice(0, /[\uD800-\uDBFF]/.test(text[most - 1] ?? '') ? most - 1 : most)
}
