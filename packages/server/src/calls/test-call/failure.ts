import type { TestFailure } from '@deskbell/protocol/agent/call-test-steps'
import { toFailure } from '../carry/failure.ts'

const OF_CALLS: Partial<Record<ReturnType<typeof toFailure>, TestFailure>> = {
  trunk_refused: 'call_refused',
  wrong_number: 'wrong_number',
  client_unanswered: 'no_answer',
  client_busy: 'busy',
  client_declined: 'declined',
  client_unreachable: 'unreachable',
}

/** Why a telephone was not answered, by what the trunk said; undefined: nothing. */
export const toTestFailure = (status: number | undefined): TestFailure => OF_CALLS[toFailure(status)] ?? 'trunk_failed'
