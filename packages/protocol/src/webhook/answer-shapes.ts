import { Type, type Static } from 'typebox'
import { EMAIL_MAX, NAME_MAX, PHONE_MAX, URL_MAX } from '../limits.ts'
import { CONTACT_MAX } from '../widget/contact.ts'
import { CARD_CONTENT_MAX, CARD_FIELDS_MAX, CARD_TITLE_MAX, PAGE_TITLE_MAX } from './limits.ts'

/** Answers of receivers, as they are documented. answer.ts also accepts other forms. */

const { Optional } = Type

const WebLink = (description: string) =>
  Type.String({ maxLength: URL_MAX, pattern: '^[Hh][Tt][Tt][Pp][Ss]?://', description })
const Short = (description: string) =>
  Type.String({ description: `${description}; longer than ${CARD_TITLE_MAX} characters is cut` })

export const AnsweredField = Type.Object({
  title: Optional(Short('shown above the content')),
  content: Optional(Type.String({ description: `longer than ${CARD_CONTENT_MAX} characters is cut` })),
  key: Optional(Short('shown in bold before the content')),
  link: Optional(WebLink('opened by a click on the content')),
})
export type AnsweredField = Static<typeof AnsweredField>

/** The answer to chat_accepted. Agents see it only if `result` is ok (C11). */
export const ChatAcceptedAnswer = Type.Object({
  result: Type.String({ description: 'ok, in upper or lower case' }),
  custom_data: Optional(Type.Array(AnsweredField, { description: `at most ${CARD_FIELDS_MAX} are shown` })),
  contact_info: Optional(
    Type.Object({
      name: Optional(Type.String({ maxLength: NAME_MAX })),
      phone: Optional(Type.String({ maxLength: PHONE_MAX })),
      email: Optional(Type.String({ maxLength: EMAIL_MAX })),
      description: Optional(Type.String({ description: `longer than ${CONTACT_MAX.description} characters is cut` })),
    }),
  ),
  enable_assign: Optional(
    Type.Boolean({
      description:
        'true: the agent binds the chat to crm_link by a button; otherwise the server binds it at once (C14)',
    }),
  ),
  crm_link: Optional(WebLink('the card of this visitor in your CRM')),
  page: Optional(
    Type.Object({
      url: WebLink('shown as given by your server (C25)'),
      title: Optional(Type.String({ maxLength: PAGE_TITLE_MAX })),
    }),
  ),
})
export type ChatAcceptedAnswer = Static<typeof ChatAcceptedAnswer>

/** The answer to every other event: any 2xx is delivered, and FAILURE is shown in the delivery log (C16, C18). */
export const EventAnswer = Type.Object({ result: Type.Enum(['ok', 'FAILURE']) })
export type EventAnswer = Static<typeof EventAnswer>
