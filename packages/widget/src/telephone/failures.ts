import type { CallReason } from '@deskbell/protocol/webhook/call-reasons'
import type { NoCallWhy } from '@deskbell/protocol/widget/callback'
import type { TelephoneWords } from './words.ts'

type Word = keyof TelephoneWords

/** Why a call failed, in words. */
const FAILURES: Readonly<Record<CallReason, Word>> = {
  no_agent: 'noAgent',
  agent_unanswered: 'noAgent',
  agent_gone: 'agentGone',
  client_busy: 'busy',
  client_unanswered: 'unanswered',
  client_declined: 'declined',
  client_unreachable: 'unreachable',
  client_gone: 'stopped',
  wrong_number: 'wrongNumber',
  not_allowed: 'notAllowed',
  trunk_refused: 'line',
  trunk_unavailable: 'line',
  media_unavailable: 'line',
  no_microphone: 'agentGone',
  restarted: 'broken',
  withdrawn: 'broken',
}
export const toFailureWord = (failure: CallReason | undefined): Word =>
  failure && Object.hasOwn(FAILURES, failure) ? FAILURES[failure] : 'broken'

/** Failures after which the same number helps no more. */
export const needsOtherNumber = (word: Word): boolean => word === 'wrongNumber' || word === 'notAllowed'

/** What is wrong with the number: shown at its field, with an example or the calling code. */
export const NUMBER_WORDS: { readonly [K in NoCallWhy]?: Word } = {
  no_number: 'noNumber',
  too_short: 'short',
  too_long: 'long',
  other_country: 'otherCountry',
  special_number: 'special',
  number_too_many: 'numberTooMany',
}
/** Why the visitor cannot be called, whatever the number is. */
const OTHER_WORDS: { readonly [K in NoCallWhy]?: Word } = {
  off: 'off',
  closed: 'closed',
  in_call: 'inCall',
  too_many: 'tooMany',
}
export const toOtherWord = (why: NoCallWhy | undefined): Word => (why && OTHER_WORDS[why]) || 'failed'
