/**
 * Patterns of texts in requests, by the name of the form. A refusal names the form (`wrong_form`), so that readers see
 * words instead of a pattern. A refusal shows a pattern that is not listed here.
 */
export const TEXT_FORMS = {
  email: '^[^@\\s]+@[^@\\s]+$',
  mail_address: '^[^\\s@<>,;"]+@[^\\s@<>,;"]+$',
  date: '^[12]\\d{3}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])$',
  time: '^([01]\\d|2[0-4]):[0-5]\\d$',
  colour: '^#[0-9a-fA-F]{6}$',
  header_name: "^[A-Za-z0-9!#$%&'*+.^_`|~-]+$",
  client_id: '^[\\x20-\\x7e]+$',
  provider_id: '^(?!\\.{1,2}$)[A-Za-z0-9._~-]+$',
  bot_token: '^[!-~]+$',
  telegram_token: '^[0-9]{3,20}:[A-Za-z0-9_-]{20,100}$',
  upload: '^[A-Za-z0-9]{22}$',
  signed_token: '^[A-Za-z0-9._-]+$',
  device_key: '^[A-Za-z0-9_-]{22}$',
  web_address: '^https?://',
  base64url: '^[A-Za-z0-9_-]+=*$',
  phone: '^\\+?[0-9 ()./-]{3,32}$',
  ice_server: '^(stun|stuns|turn|turns):[^\\s]+$',
  caller_id: '^\\+?[0-9]{3,15}$',
  provider_account: '^[A-Za-z0-9-]{1,64}$',
  country: '^[A-Z]{2}$',
  task_assignee: '^(me|nobody|[1-9]\\d{0,8})$',
  shortcut: '^[\\p{L}\\p{N}_-]{1,32}$',
} as const
export type TextForm = keyof typeof TEXT_FORMS

export const TEXT_FORM_NAMES = Object.keys(TEXT_FORMS) as TextForm[]
