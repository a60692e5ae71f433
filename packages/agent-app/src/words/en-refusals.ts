import type { AgentErrorCode, OtherErrorCode } from '@deskbell/protocol/agent/errors'
import { count } from './en-count.ts'

/** What a sentence about a refusal can say. `field`: why a field is refused, or what the desk says of it, in English. */
export type AboutRefusal = { readonly field: string; readonly seconds: number | undefined }

const inTime = (seconds: number | undefined): string => {
  if (seconds === undefined) return 'in a moment'
  return seconds > 90
    ? `in ${count(Math.ceil(seconds / 60), 'minute', 'minutes')}`
    : `in ${count(seconds, 'second', 'seconds')}`
}
const notUnderstood = () => 'The desk did not understand this request. Load the page again and try once more.'

/** What the desk refuses, by its code. */
export const refusals: Readonly<Record<AgentErrorCode | OtherErrorCode, (about: AboutRefusal) => string>> = {
  invalid_field: ({ field }) => field,
  invalid_json: notUnderstood,
  invalid_request: notUnderstood,
  invalid_frame: notUnderstood,
  bad_request: notUnderstood,
  wrong_type: notUnderstood,
  method_not_allowed: notUnderstood,
  idempotency_mismatch: () => 'A different message was sent with this key before. Write it again.',
  text_too_long: () => 'A message may have at most 10 000 characters. Send it in parts.',
  wrong_password: () => 'This is not your current password.',
  wrong_credentials: () => 'Wrong e-mail or password. Check both and try again.',
  signed_out: () => 'You were signed out. Sign in again.',
  forbidden: () => 'Your role does not allow this. Ask an owner or admin of this desk.',
  reauthenticate: () => 'Confirm your password first.',
  session_required: () => 'This needs a sign-in with your password.',
  wrong_origin: () => 'Only pages of the desk itself may do this. Open the application at its own address.',
  not_found: () => 'This does not exist any more, or you may not see it.',
  closed: () => 'The chat is closed. When the visitor writes again, a new one opens.',
  taken: () => 'Another agent has this chat.',
  not_yours: () => 'No agent has accepted this chat yet. Accept it first.',
  not_failed: () => 'This message was not undeliverable, so it is not sent again.',
  blocked: () => 'This visitor is blocked.',
  no_card: () => 'No server has named such a card in this chat.',
  email_taken: () => 'Another agent already signs in with this e-mail address.',
  name_taken: () => 'There is a department of this name already.',
  last_owner: () => 'A desk needs an owner. Make another agent an owner first.',
  not_replayable: () => 'This cannot be sent again: it must have ended, and its receiver must still have an address.',
  too_many: () => 'At most 50 chats can be followed at once.',
  files_full: () => 'The files of this desk take as much room as they may. Messages without a file still go through.',
  disk_full: () =>
    'The disk of the desk is almost full, so it takes no files. Messages without a file still go through.',
  too_large: () => 'This is too large. A file may have at most 25 MB.',
  rate_limited: ({ seconds }) => `That is too much at once. Try again ${inTime(seconds)}.`,
  busy: ({ seconds }) => `The desk is taking as many files as it can. Try again ${inTime(seconds)}.`,
  unavailable: ({ seconds }) => `The desk cannot do this now. Try again ${inTime(seconds)}.`,
  fault: () => 'Something failed inside the desk. It is in the log of the server.',
}
