import type { ImportLine, ImportReason } from '@deskbell/protocol/agent/contact'
import {
  CONTACT_FIELDS_MAX,
  EMAIL_MAX,
  FIELD_CONTENT_MAX,
  FIELD_TITLE_MAX,
  NAME_MAX,
  PHONE_MAX,
  SENDER_ID_MAX,
} from '@deskbell/protocol/limits'
import { TEXT_FORMS } from '@deskbell/protocol/text-forms'
import type { NewContact } from '../conversation/contact/add.ts'

const ADDRESS = new RegExp(TEXT_FORMS.mail_address)
/** An export puts an apostrophe before texts that spreadsheets execute. */
const ESCAPED = /^'(?=[=+\-@])/

const cleaned = (text = ''): string => text.trim().replace(ESCAPED, '')

/** A line of an import, checked. Empty values count as left out. */
export function checkLine(given: ImportLine): NewContact | { readonly why: ImportReason } {
  const [name, email, phone] = [cleaned(given.name), cleaned(given.email), cleaned(given.phone)]
  const externalId = cleaned(given.externalId)
  const fields = (given.fields ?? []).flatMap(({ title, content }) => {
    const text = cleaned(content)
    return text === '' ? [] : [{ title: title.trim(), content: text }]
  })
  if (name === '' && email === '' && phone === '' && externalId === '') return { why: 'nothing' }
  if (name.length > NAME_MAX) return { why: 'name' }
  if (email !== '' && (email.length > EMAIL_MAX || !ADDRESS.test(email))) return { why: 'email' }
  if (phone.length > PHONE_MAX) return { why: 'phone' }
  if (externalId.length > SENDER_ID_MAX) return { why: 'external_id' }
  const titles = new Set(fields.map(({ title }) => title.toLowerCase()))
  const isWrong = ({ title, content }: { title: string; content: string }) =>
    title === '' || title.length > FIELD_TITLE_MAX || content.length > FIELD_CONTENT_MAX
  if (fields.length > CONTACT_FIELDS_MAX || titles.size < fields.length || fields.some(isWrong))
    return { why: 'fields' }
  return {
    values: { ...(name !== '' && { name }), ...(email !== '' && { email }), ...(phone !== '' && { phone }) },
    fields,
    externalId: externalId === '' ? null : externalId,
  }
}
