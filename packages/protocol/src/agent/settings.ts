import { Type, type Static } from 'typebox'
import { HOST_MAX } from '../host.ts'
import { EMAIL_MAX } from '../limits.ts'
import { Strict } from '../shapes.ts'
import { TEXT_FORMS } from '../text-forms.ts'

/** Hosts of links that visitors and their pages may give; subdomains with them (C13). */
export const SafeUrl = Type.Array(Type.String({ minLength: 1, maxLength: HOST_MAX }), {
  maxItems: 100,
  description: 'host names or IP addresses alone, such as shop.example',
})

/** To whom the log of a chat is mailed when it is closed. */
export const MailLogTo = Type.Array(
  Type.String({ minLength: 3, maxLength: EMAIL_MAX, pattern: TEXT_FORMS.mail_address }),
  { maxItems: 20, uniqueItems: true, description: 'mail addresses' },
)

/** How long closed chats are kept. */
export const KeepDays = Type.Integer({
  minimum: 0,
  maximum: 3650,
  description: 'days after which what is personal in a closed chat is erased; 0: never',
})

const changeable = { safeUrl: SafeUrl, mailLogTo: MailLogTo, keepDays: KeepDays }
/** Settings of the whole account. */
export const Settings = Strict({
  ...changeable,
  mail: Type.Boolean({ description: 'whether the server can send mail; the operator configures that' }),
})
export type Settings = Static<typeof Settings>
export const SettingsChange = Type.Partial(Strict(changeable), { additionalProperties: false })
export type SettingsChange = Static<typeof SettingsChange>
