import type { AgentErrorCode, OtherErrorCode } from '@deskbell/protocol/agent/errors'
import { count } from './count.ts'

/** What a sentence about a refusal can say. `field`: the reason for a refused field, or the server's English sentence about it. */
export type AboutRefusal = { readonly field: string; readonly seconds: number | undefined }

const inTime = (seconds: number | undefined): string => {
  if (seconds === undefined) return 'in a moment'
  return seconds > 90
    ? `in ${count(Math.ceil(seconds / 60), 'minute', 'minutes')}`
    : `in ${count(seconds, 'second', 'seconds')}`
}
const notUnderstood = () => 'Something went wrong. Reload the page and try again.'

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
  text_too_long: () => 'A message can have up to 10,000 characters. Split it into parts.',
  wrong_password: () => 'That’s not your current password.',
  wrong_credentials: () => 'Wrong e-mail or password. Check both and try again.',
  signed_out: () => 'You were signed out. Sign in again.',
  forbidden: () => 'Your role does not allow this. Ask an owner or admin.',
  reauthenticate: () => 'Confirm your password first.',
  session_required: () => 'This needs a sign-in with your password.',
  wrong_origin: () => 'Open Deskbell at its own address to do this.',
  not_found: () => 'This no longer exists, or you don’t have access to it.',
  closed: () => 'The chat is closed. When the visitor writes again, a new one opens.',
  taken: () => 'Another agent has this chat.',
  not_yours: () => 'No agent has accepted this chat yet. Accept it first.',
  not_failed: () => 'This message didn’t fail, so there’s nothing to send again.',
  blocked: () => 'This visitor is blocked.',
  no_card: () => 'This card is no longer available in this chat.',
  not_scheduled: () => 'This message was already sent or cancelled.',
  too_many_scheduled: () => 'At most 20 messages of a chat can wait to be sent.',
  not_offered: () => 'The chat is not offered to you any more.',
  too_late: () => 'The chat is no longer yours. Colleagues can read your message in it; the visitor does not see it.',
  too_many_colleagues: () => 'At most 10 colleagues can write in a chat.',
  call_over: () => 'The call is over.',
  call_taken: () => 'A colleague has this call already.',
  call_elsewhere: () => 'This call no longer rings at you.',
  in_call: () => 'You’re in a call already. End it first.',
  client_in_call: () => 'This client is in a call already.',
  no_trunk: () => 'Calls to telephones need a trunk. An owner or admin sets one up in the settings of calls.',
  trunk_not_ready: () =>
    'The telephone company can’t be reached right now. Owners and admins see the reason in the settings of calls.',
  no_media_engine: () =>
    'Calls to telephones need rtpengine on the server: apt install rtpengine-daemon. Tell the person who runs the server.',
  called_too_often: () => 'This number was called as often as the settings of calls allow in 24 hours.',
  no_visitor: () => 'This contact has not written yet. They can be called once they have.',
  not_in_call: () => 'You aren’t in this call.',
  not_talking: () => 'Both sides have to be connected first.',
  colleague_asked: () => 'A colleague is being asked already. Wait, or take it back first.',
  colleague_away: () => 'This colleague isn’t online, or is in another call.',
  recording_erased: () => 'The recording was erased.',
  no_own_phone: () =>
    'Enter a telephone number in your profile that calls may go to: with its country code, or an extension of the exchange.',
  no_third: () =>
    'In a call with a telephone, a third person can join only when you both talk in a browser. Hand the call over instead.',
  test_runs: () => 'A test call is under way. End it, or wait a minute.',
  phone_only: () =>
    'Calls of this account go to the agents’ own telephones. Choose yours in the settings of calls, answer it and press 1. Ask only colleagues who take calls at theirs.',
  other_carrier: () => 'Calls go another way already: remove the trunk or the provider first.',
  calls_live: () => 'Calls are going on over the provider. Wait until they are over.',
  email_taken: () => 'Another agent already signs in with this e-mail address.',
  too_many_invitations: () => 'There are 200 invitations already. Revoke some first.',
  link_ended: () => 'This link was used already, was revoked, or is too old. Ask for a new one.',
  name_taken: () => 'This name is already in use.',
  changed_meanwhile: () => 'Somebody else has changed this meanwhile. What it is now is shown: make your change again.',
  last_owner: () => 'An account needs an owner. Make another agent an owner first.',
  not_replayable: () => 'Only finished deliveries whose receiver still has an address can be sent again.',
  too_many_tags: () => 'A chat has at most 20 tags, and the list at most 200. Remove one first.',
  too_many: () => 'You can follow up to 50 chats at once.',
  files_full: () => 'Your storage for files is full. You can still send messages without files.',
  disk_full: () =>
    'The server is almost out of disk space, so files can’t be sent. You can still send messages without files.',
  too_large: () => 'This file is too large. The limit is 25 MB.',
  rate_limited: ({ seconds }) => `Too many requests at once. Try again ${inTime(seconds)}.`,
  busy: ({ seconds }) => `Many files are being sent right now. Try again ${inTime(seconds)}.`,
  unavailable: ({ seconds }) => `This isn’t possible right now. Try again ${inTime(seconds)}.`,
  fault: () =>
    'Something went wrong on our side. Try again; if it keeps happening, tell the person who runs this server.',
}
