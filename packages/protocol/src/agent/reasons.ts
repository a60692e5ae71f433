/**
 * Why a delivery, a check or a download failed, and what a channel warns of: clauses for readers, with `{values}`. The server stores and sends the
 * English clause; the agent application finds it here again and says it in the agent's language. A clause is never
 * changed without a way to read the stored one: it would be shown in English. This file has no imports, because the
 * agent application bundles it.
 */
export const REASONS = {
  undelivered: 'The message was not delivered: {reason}',
  server_answered: 'the server answered {status}',
  server_error: 'the server answered with the error {code}',
  no_result: 'the server answered {status} without a result',
  answered: 'it answered {status}',
  no_answer: 'no answer within {time}',
  no_connection: 'no connection within {time}',
  incomplete: 'the answer was not complete after {time}',
  every_attempt: 'the server failed at every attempt',
  not_sent: 'the server could not send it',
  not_secure: 'no secure connection',
  not_secure_because: 'no secure connection: {reason}',
  certificate_expired: 'its certificate has expired',
  certificate_early: 'its certificate is not valid yet',
  certificate_self_signed: 'its certificate is self-signed',
  certificate_unknown: 'its certificate is signed by an unknown authority',
  certificate_chain: 'it does not send the whole chain of its certificate',
  certificate_name: 'its certificate is for another name',
  refused: 'the server refused the connection',
  not_in_time: 'the server could not be reached in time',
  headers_large: 'the headers of the answer are larger than 16 kB',
  stopping: 'this server is stopping',
  shorter: 'the answer is shorter than it says',
  cut: 'the server closed the connection in the middle of its answer',
  closed: 'the server closed the connection without an answer',
  unreachable: 'the server cannot be reached',
  no_http: 'the answer is not valid HTTP',
  no_name: 'the name {host} could not be found',
  too_large: 'the answer is larger than {size}',
  redirects: 'more than {count} redirects',
  bad_redirect: 'redirected to something that is not a web address',
  no_token: 'no access token: {reason}',
  token_answered: 'the token address answered {status}',
  token_missing: 'the token address did not answer with one',
  no_authorization: 'this bot has no authorization',
  telegram_token: 'the channel has no token',
  telegram_file: 'Telegram does not hand the file over',
  mail_said: 'the mail server said: {text}',
  mail_no_chat: 'the chat does not exist any more',
  mail_no_recipient: 'the mail has no recipient',
  mail_old_key: 'the link was sealed with an earlier SECRET_KEY: make a new one',
  rating_given: 'the visitor has rated the chat',
  rating_shown: 'the visitor was asked on the site, where they still were',
  rating_returned: 'the visitor has come back with another chat',
  rating_blocked: 'the visitor is blocked',
  rating_unwanted: 'the person wants no such mails',
  rating_recent: 'the person was asked by mail in the last {count} days',
  rating_off: 'the account does not ask by mail any more',
  push_ended: 'the browser ended its subscription',
  push_answered: 'the push service answered {status}',
  empty_file: 'the server sent an empty file',
  no_picture: 'the file is not a picture that can be shown',
  no_time: 'there was no time left for it',
  files_full: 'the storage limit for files is reached',
  webhook_removed: 'the webhook was removed',
  webhook_no_address: 'the webhook has no address',
  webhook_disabled: 'the webhook is disabled',
  event_deleted: 'the event was deleted',
  alert_seen: 'an agent has seen the alert meanwhile',
  ring_over: 'the call does not ring any more',
  push_gone: 'the device has no web push any more',
  bot_removed: 'the bot was removed or switched off',
  bot_silent: 'it takes messages and does not answer them',
  channel_removed: 'the channel was removed',
  channel_takes_none: 'the channel takes no messages',
  channel_no_url: 'the channel has no server URL',
  file_gone: 'the file is no longer kept',
  without_result_once: 'your endpoint answered {status} without result; message sent once',
  without_result: 'your endpoint answered {status} without result; message sent {count} times',
  not_public: '{host} is {kind}',
  leads_inside: '{host} leads to {kind}',
  note_unknown_type: 'Messages of the unknown type "{type}" were delivered as text.',
  note_ignored_type: 'Messages of the unknown type "{type}" had no text and were ignored.',
  note_file_name: 'Media came without file_name; the name was taken from the address.',
  note_file_size: 'Media came without file_size.',
  note_not_connected: 'No messages could be fetched: {reason}.',
  note_too_many: 'A visitor wrote more messages at once than the limits of this account allow; the rest arrives later.',
  disk_full: 'the disk of this server is almost full',
  pictures_busy: 'too many pictures are being processed',
  files_away: 'the storage of files cannot be reached',
  process_ended: 'the server process ended during the attempt',
  restored: 'the desk was restored from a backup, and what was to be sent in it is not sent',
} as const
export type ReasonCode = keyof typeof REASONS

type ValueOf<Text extends string> = Text extends `${string}{${infer Value}}${infer Rest}`
  ? Value | ValueOf<Rest>
  : never
/** The values of a clause. */
export type ReasonValues<Code extends ReasonCode> = Readonly<Record<ValueOf<(typeof REASONS)[Code]>, string | number>>

/** The English clause with its values. */
export const reason = <Code extends ReasonCode>(code: Code, values: ReasonValues<Code>): string =>
  fill(REASONS[code], values)

/** The text with the values in place of their names. */
export const fill = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replaceAll(/\{(\w+)\}/g, (all, name: string) => String(values[name] ?? all))

/** What a value may be; others are any text. */
const VALUES: Readonly<Record<string, string>> = {
  status: String.raw`\d{3}`,
  count: String.raw`\d+`,
  time: String.raw`[\d.]+ seconds?`,
  host: String.raw`\S+`,
  kind: 'an? [a-z-]+ address|an address of the cloud provider',
}

const toPattern = (text: string) =>
  new RegExp(
    `^${text.replaceAll('.', String.raw`\.`).replaceAll(/\{(\w+)\}/g, (_, name: string) => `(?<${name}>${VALUES[name] ?? '.+'})`)}$`,
    's',
  )

let patterns: readonly (readonly [ReasonCode, RegExp])[] | undefined

/** The clause that an English text is; undefined for the words of other servers. */
export function findReason(text: string): { code: ReasonCode; values: Readonly<Record<string, string>> } | undefined {
  patterns ??= (Object.keys(REASONS) as ReasonCode[]).map((code) => [code, toPattern(REASONS[code])] as const)
  for (const [code, pattern] of patterns) {
    const found = pattern.exec(text)
    if (found) return { code, values: { ...found.groups } }
  }
  return undefined
}
