import type { TextForm } from '../text-forms.ts'
import type { FieldReason } from './field-reason.ts'

/** The clause for each reason why a field is refused. {@link toSentence} makes a sentence of it. */
export type FieldWords = {
  readonly [R in FieldReason['reason']]: (why: Extract<FieldReason, { reason: R }>) => string
}

const TYPES = {
  string: 'text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  object: 'an object',
  array: 'a list',
  null: 'null',
} as const
const FORMS: Readonly<Record<TextForm, string>> = {
  email: 'an e-mail address, such as ann@shop.example',
  mail_address: 'an e-mail address, such as ann@shop.example',
  date: 'a date, such as 2026-12-24',
  time: 'a time of day, such as 09:30',
  colour: 'a colour, such as #2f6fed',
  header_name: "a header name of letters, digits and -_.!#$%&'*+^`|~",
  client_id: 'printable ASCII characters',
  provider_id: 'letters, digits, dots, dashes, underscores or tildes, and more than one or two dots',
  bot_token: 'ASCII characters without spaces',
  telegram_token: 'a bot token of Telegram, such as 123456789:AAF-letters-and-digits',
  upload: 'the id of an uploaded file',
  signed_token: 'a token of the server',
  device_key: '22 letters, digits, dashes and underscores',
  web_address: 'an address that begins with https:// or http://',
  base64url: 'bytes as base64url',
  phone: 'a phone number, such as +31 20 555 0100',
  ice_server: 'an address such as stun:stun.example.org:3478 or turn:turn.example.org',
  caller_id: 'a number of 3 to 15 digits, with + or without',
  provider_account: 'the id of the account at the provider: at most 64 letters, digits and dashes',
  country: 'a country code of two capital letters, such as DE',
  task_assignee: 'me, nobody, or the number of an agent',
  shortcut: 'at most 32 letters, digits, dashes and underscores',
}
const HOST_ALONE = 'a host name or an IP address alone, such as shop.example'

export const ENGLISH_FIELD: FieldWords = {
  unknown_field: () => 'there is no such field',
  required: () => 'this field is required',
  wrong_type: ({ type }) => `this must be ${TYPES[type]}`,
  wrong_types: ({ types }) => `this must be ${types.map((type) => TYPES[type]).join(' or ')}`,
  not_allowed: ({ allowed }) => `this must be ${allowed.join(' or ')}`,
  wrong_form: ({ form }) => `this must be ${FORMS[form]}`,
  empty: () => 'this must be not empty',
  too_short: ({ least }) => `this must be at least ${least} characters long`,
  too_long: ({ most }) => `this must be at most ${most} characters long`,
  too_few: ({ least }) => `this must be a list of at least ${least} items`,
  too_many: ({ most }) => `this must be a list of at most ${most} items`,
  repeated: () => 'this must be a list without repetitions',
  too_small: ({ least }) => `this must be at least ${least}`,
  too_large: ({ most }) => `this must be at most ${most}`,
  no_url: () => 'this is not a web address',
  no_web_url: () => 'only http and https addresses can be reached',
  url_with_password: () => 'an address must not contain a user name or a password',
  own_server: ({ host }) => `${host} is this server itself`,
  this_machine: ({ host }) => `${host} is this machine itself: the operator has to name it in ALLOW_TARGETS`,
  not_public: ({ host }) => `${host} is not a public address: the operator has to name it in ALLOW_TARGETS`,
  closed_port: ({ port, host }) =>
    `requests to port ${port} of ${host} are not allowed, unless the operator names both in ALLOW_TARGETS`,
  not_https: ({ host }) => `${host} must be reached by https, unless the operator names it in ALLOW_TARGETS`,
  no_server_url: () => 'this channel has no server URL yet: enter one to check',
  header_name: () => "a header name may only hold letters, digits and -_.!#$%&'*+^`|~",
  header_of_connection: ({ name }) => `the header ${name} is set by the connection itself`,
  header_value: ({ name }) =>
    `the value of the header ${name} holds a line break or another character that HTTP forbids`,
  secret_dots: () => 'the dots stand for the stored secret: enter the secret itself',
  secret_missing: () => 'this bot has no secret yet: enter one',
  secret_elsewhere: () => 'the token address is on another server now: enter the secret again',
  given_elsewhere: () => 'the address is on another server now: enter this again',
  secret_short: ({ least, given }) => `must have at least ${least} characters; this one has ${given}`,
  secret_no_base64: () => 'A secret is whsec_ followed by base64.',
  secret_size: ({ least, most, given }) => `A secret holds ${least} to ${most} bytes; this one holds ${given}.`,
  token_taken: () => 'another bot already has this token: ask the provider for a different one',
  token_signs: () => 'the token is part of an address: it must not contain / ? # or %',
  token_dots: () => 'the token is part of an address: it must not be one or two dots',
  other_kind: ({ kind }) => `this channel is of the kind ${kind}`,
  telegram_refused: ({ said }) => `Telegram does not know this token (${said}): copy it again from @BotFather`,
  telegram_unreachable: ({ said }) => `Telegram could not be asked: ${said}; try again later`,
  telegram_taken: ({ channel }) =>
    `this bot is already connected to "${channel}": a bot can be connected to one channel`,
  telegram_https: () =>
    'Telegram calls only https addresses, and PUBLIC_URL is not one: let the server ask Telegram instead',
  no_agent: ({ number }) => `there is no agent with the number ${number}`,
  is_you: () => 'this is yourself: choose a colleague',
  no_phone_known: () => 'no phone number of this contact is known: give one',
  no_country_called: () => 'no country may be called yet: an admin names them in the settings of calls',
  country_not_called: ({ country, allowed }) =>
    `numbers of ${country} are not called; the settings of calls allow ${allowed.join(', ')}`,
  kind_not_called: () => 'numbers of this kind are not called: give another number',
  no_tag: ({ number }) => `there is no tag with the number ${number}`,
  no_view: ({ number }) => `there is no saved view with the number ${number}`,
  agent_not_here: ({ number }) => `agent ${number} may not see this chat`,
  agent_not_contact: ({ number }) => `agent ${number} may not see this contact`,
  no_department: ({ number }) => `there is no department with the number ${number}`,
  own_department: () => 'this is the department from which the chats would go on',
  no_channel: ({ number }) => `there is no channel with the number ${number}`,
  channel_has_bot: ({ channel }) => `another bot answers on "${channel}": detach it first`,
  not_of_kind: ({ kind }) => `a channel of the kind ${kind} has no such setting: leave it out`,
  no_host: ({ given }) => `"${given}" is not a host: enter ${HOST_ALONE}`,
  site_no_host: ({ given }) => `"${given}" is not a host as browsers write it: enter ${HOST_ALONE}`,
  site_spelling: ({ given, wanted }) => `"${given}" is not a host as browsers write it: enter "${wanted}"`,
  no_time_zone: ({ given }) => `"${given}" is not a time zone; an example is Europe/Berlin`,
  range_start: () => 'a time range must begin between 00:00 and 23:59',
  range_end: () => 'a time range must end at 24:00 or earlier; a range over midnight ends with a time of the next day',
  range_empty: () => 'a time range must not end when it begins; the whole day is 00:00 to 24:00',
  webhook_without_url: () => 'resume the webhook first: events wait only for a webhook with an address',
  no_name: () => 'enter a name',
  in_future: () => 'this must not lie in the future',
  in_past: () => 'this must lie in the future',
  too_far: ({ days }) => `this may lie at most ${days} days ahead`,
  not_beside: ({ field }) => `give either this or \`${field}\``,
  after_end: () => 'this must not be after `to`',
  unknown_rule_part: ({ name }) => `there is no condition or command "${name}"`,
  no_cursor: () => 'this must be `next` of the page before',
  unknown_variable: ({ name }) => `there is no variable {${name}}`,
  variable_missing: ({ name }) => `{${name}} has no value here; write other words for it, as in {${name}|there}`,
  step_after: ({ step }) => `no step of this kind can come after \`${step}\``,
  step_twice: ({ step }) => `\`${step}\` can be a step once`,
  shortcut_taken: ({ title }) => `"${title}" already has this shortcut`,
  limit_reached: ({ most }) => `there are ${most} already: remove one first`,
  message_empty: () => 'a message needs text',
  no_file: () => 'the form has no file',
  no_upload: () => 'there is no such upload of yours in this chat, or it has expired: upload the file again',
  canned_file_gone: () => 'this file is in no canned answer of yours, or has expired: upload it again',
  canned_files_large: ({ most }) => `the files of canned answers may have ${most} MB together: remove some first`,
  file_empty: () => 'the file is empty',
  no_picture: () => 'this must be a picture: JPEG, PNG, GIF or WebP',
  file_elsewhere: () => 'the file must be in the field "file"',
  several_files: () => 'send one file at a time',
  form_too_large: () => 'the form has too many parts',
  form_incomplete: () => 'the form is incomplete',
}

export function sayField(words: FieldWords, why: FieldReason): string {
  // The type of each clause's argument is the reason that is its key.
  const say = words[why.reason] as (why: FieldReason) => string
  return say(why)
}

/** Full stops that are not a dot. */
const STOPS: Readonly<Record<string, string>> = { hi: '।', zh: '。' }

/** `locale`: of the clause, since languages differ in their capitals. */
export function toSentence(clause: string, locale = 'en'): string {
  const text = clause.charAt(0).toLocaleUpperCase(locale) + clause.slice(1)
  return /[.!?。।؟！？]$/.test(text) ? text : `${text}${STOPS[locale] ?? '.'}`
}
