/** Why a call failed, in the words of `call_event` (C17). One for each failure that the rules know. */
export const CALL_REASONS = {
  no_agent: 'No agent was there to take the call',
  agent_unanswered: 'No agent answered',
  agent_gone: 'The agent hung up before both sides were connected',
  client_busy: 'The number is busy',
  client_unanswered: 'The client did not answer',
  client_declined: 'The client declined the call',
  client_unreachable: 'The client cannot be reached',
  client_gone: 'The client hung up before both sides were connected',
  wrong_number: 'There is no such number',
  not_allowed: 'Calls to this number are not allowed',
  trunk_refused: 'The telephone company refused the call',
  trunk_unavailable: 'The telephone company cannot be reached',
  media_unavailable: 'No voice connection could be made',
  no_microphone: 'The microphone cannot be used',
  restarted: 'The server was restarted during the call',
  withdrawn: 'The call was withdrawn',
} as const
export type CallReason = keyof typeof CALL_REASONS
