import { Type, type Static } from 'typebox'
import { HOST_MAX } from '../host.ts'
import { EMAIL_MAX, RATING_MAIL_AFTER_MAX } from '../limits.ts'
import { Nullable, Strict } from '../shapes.ts'
import { TEXT_FORMS } from '../text-forms.ts'

/** Allowed hosts of the links that visitors and pages give, each with its subdomains (C13). */
export const SafeUrl = Type.Array(Type.String({ minLength: 1, maxLength: HOST_MAX }), {
  maxItems: 100,
  description: 'host names or IP addresses without scheme and port, such as shop.example',
})

/** The addresses to which the log of a chat is mailed when it is closed. */
export const MailLogTo = Type.Array(
  Type.String({ minLength: 3, maxLength: EMAIL_MAX, pattern: TEXT_FORMS.mail_address }),
  { maxItems: 20, uniqueItems: true, description: 'mail addresses' },
)

/** How long closed chats are kept. */
export const KeepDays = Type.Integer({
  minimum: 0,
  maximum: 3650,
  description: 'days after which the personal data in a closed chat is erased; 0: never',
})

/** When visitors who have left are asked by mail to rate their chat. */
export const RatingMailAfter = Type.Integer({
  minimum: 0,
  maximum: RATING_MAIL_AFTER_MAX,
  description: 'minutes after the end of a chat at which a visitor who has left is asked by mail to rate it; 0: never',
})

/** The name of the company. Visitors read it where a widget has no title of its own. */
export const CompanyName = Type.String({ maxLength: 100, description: 'empty: none is set' })

export const TimeZone = Type.String({ maxLength: 100, description: 'of times in mails, such as Europe/Berlin' })

const changeable = {
  name: CompanyName,
  timeZone: TimeZone,
  safeUrl: SafeUrl,
  mailLogTo: MailLogTo,
  keepDays: KeepDays,
  ratingMailAfter: RatingMailAfter,
}
/** Settings of the whole account. */
export const Settings = Strict({
  ...changeable,
  logo: Nullable(Type.String({ description: 'address of the picture, which is public' })),
  mail: Type.Boolean({ description: 'whether the server can send mail; the operator configures that' }),
})
export type Settings = Static<typeof Settings>
export const SettingsChange = Type.Partial(Strict(changeable), { additionalProperties: false })
export type SettingsChange = Static<typeof SettingsChange>
