import type { AgentErrorCode, OtherErrorCode } from '@deskbell/protocol/agent/errors'
import { count } from './en-count.ts'

/** What a sentence about a refusal can say. `field`: the reason for a refused field, or the server's English sentence about it. */
export type AboutRefusal = { readonly field: string; readonly seconds: number | undefined }

const inTime = (seconds: number | undefined): string => {
  if (seconds === undefined) return 'in a moment'
  return seconds > 90
    ? `in ${count(Math.ceil(seconds / 60), 'minute', 'minutes')}`
    : `in ${count(seconds, 'second', 'seconds')}`
}
const notUnderstood = () => 'The server did not understand the request. Reload the page and try again.'

/** A sentence for each code of a refusal. */
export const refusals: Readonly<Record<AgentErrorCode | OtherErrorCode, (about: AboutRefusal) => string>> = {
  invalid_field: ({ field }) => field,
  invalid_json: notUnderstood,
  invalid_request: notUnderstood,
  invalid_frame: notUnderstood,
  bad_request: notUnderstood,
  wrong_type: notUnderstood,
  method_not_allowed: notUnderstood,
  idempotency_mismatch: () => 'A different message was already sent with this key. Write the message again.',
  text_too_long: () => 'A message may have at most 10,000 characters. Send it in parts.',
  wrong_password: () => 'This is not your current password.',
  wrong_credentials: () => 'Wrong e-mail or password. Check both and try again.',
  signed_out: () => 'You were signed out. Sign in again.',
  forbidden: () => 'Your role does not allow this. Ask an owner or admin.',
  reauthenticate: () => 'Confirm your password first.',
  session_required: () => 'This needs a sign-in with your password.',
  wrong_origin: () => 'This page may not do this. Open Deskbell at its own address.',
  not_found: () => 'This no longer exists, or you do not have access.',
  closed: () => 'The chat is closed. When the visitor writes again, a new one opens.',
  taken: () => 'Another agent has this chat.',
  not_yours: () => 'No agent has accepted this chat yet. Accept it first.',
  not_failed: () => 'This message did not fail, so it is not sent again.',
  blocked: () => 'This visitor is blocked.',
  no_card: () => 'None of your servers offers this card in this chat.',
  email_taken: () => 'Another agent already signs in with this e-mail address.',
  name_taken: () => 'There is already a department with this name.',
  last_owner: () => 'An account needs an owner. Make another agent an owner first.',
  not_replayable: () => 'This cannot be sent again: it must have ended, and its receiver must still have an address.',
  too_many: () => 'At most 50 chats can be followed at once.',
  files_full: () => 'The storage limit for files is reached. Messages without a file are still sent.',
  disk_full: () =>
    'The disk of the server is almost full, so files are not accepted. Messages without a file are still sent.',
  too_large: () => 'This is too large. A file may have at most 25 MB.',
  rate_limited: ({ seconds }) => `Too many requests at once. Try again ${inTime(seconds)}.`,
  busy: ({ seconds }) => `The server is receiving too many files. Try again ${inTime(seconds)}.`,
  unavailable: ({ seconds }) => `The server cannot do this now. Try again ${inTime(seconds)}.`,
  fault: () => 'The server failed. The operator finds the error in its log.',
}
