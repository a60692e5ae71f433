/**
 * Patterns of texts in requests, by the name of the form. A refusal names the form (`wrong_form`), so that a reader gets
 * words instead of a pattern. A pattern that is not listed here is told as it is.
 */
export const TEXT_FORMS = {
  email: '^[^@\\s]+@[^@\\s]+$',
  mail_address: '^[^\\s@<>,;"]+@[^\\s@<>,;"]+$',
  time: '^([01]\\d|2[0-4]):[0-5]\\d$',
  colour: '^#[0-9a-fA-F]{6}$',
  header_name: "^[A-Za-z0-9!#$%&'*+.^_`|~-]+$",
  client_id: '^[\\x20-\\x7e]+$',
  provider_id: '^(?!\\.{1,2}$)[A-Za-z0-9._~-]+$',
  bot_token: '^[!-~]+$',
  telegram_token: '^[0-9]{3,20}:[A-Za-z0-9_-]{20,100}$',
  upload: '^[A-Za-z0-9]{22}$',
} as const
export type TextForm = keyof typeof TEXT_FORMS

export const TEXT_FORM_NAMES = Object.keys(TEXT_FORMS) as TextForm[]
