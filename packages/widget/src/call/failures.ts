import type { CallReason } from '@deskbell/protocol/webhook/call-reasons'
import type { CallWords } from './words.ts'

/** The words for why a call failed. Failures that make no difference to the visitor have the same. */
const FAILURES: { readonly [K in CallReason]?: keyof CallWords } = {
  no_agent: 'noAgent',
  agent_unanswered: 'noAgent',
  agent_gone: 'agentGone',
  client_gone: 'stopped',
  media_unavailable: 'noVoice',
  no_microphone: 'noMicrophone',
}

/** Of the others, some come with telephones only, and the rest asks for the same: another call. */
export const toFailureWords = (failure: CallReason | undefined): keyof CallWords =>
  (failure && Object.hasOwn(FAILURES, failure) && FAILURES[failure]) || 'broken'
