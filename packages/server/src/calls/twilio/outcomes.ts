import type { CallCommand, CallFailure, CallState } from '@deskbell/rules/calls/index'
import type { Person } from '@deskbell/rules'
import { toFailure } from '../carry/failure.ts'
import type { Leg } from './leg-rows.ts'
import type { Said } from './rest.ts'

type Next = Exclude<CallCommand, { type: 'call.start' }>

/** Numbers that the provider does not know, and those that it does not call (error codes of Twilio). */
const WRONG: ReadonlySet<number> = new Set([21_211, 21_214, 21_217, 21_401, 13_223, 13_224, 13_225])
const NOT_ALLOWED: ReadonlySet<number> = new Set([21_215, 21_216, 21_219, 13_227])

/** Why the provider did not call a telephone. */
export function whyNotPlaced(said: Said<unknown> & { ok: false }): CallFailure {
  if (said.how === 'unreachable') return 'trunk_unavailable'
  if (said.code !== undefined && WRONG.has(said.code)) return 'wrong_number'
  return said.code !== undefined && NOT_ALLOWED.has(said.code) ? 'not_allowed' : 'trunk_refused'
}

/** The last status of a telephone at the provider. */
const FINAL: ReadonlySet<string> = new Set(['completed', 'busy', 'no-answer', 'failed', 'canceled'])
export const isFinalStatus = (status: string): boolean => FINAL.has(status)

/** What follows for a call from the end of a telephone, which the server did not cause. `sip`: the answer of its network. */
export function whenEnded(
  leg: Pick<Leg, 'state' | 'agent'>,
  { status, sip }: { status: string; sip?: number },
  { state, person }: { state: CallState; person: Person | undefined },
): Next | undefined {
  if (leg.agent === null) {
    if (state.connectedAt.client !== null || status === 'completed') return { type: 'call.gone', side: 'client' }
    return { type: 'call.fail', why: whyUnanswered(status, sip) }
  }
  if (!person) return undefined
  if (state.agents.some(({ id }) => id === leg.agent)) return { type: 'call.gone', side: 'agent', agent: person }
  // Who hangs up after hearing what it is about does not want it.
  if (leg.state === 'answered') return { type: 'call.decline', agent: person }
  return { type: 'call.pass', agent: person, why: 'unanswered' }
}

function whyUnanswered(status: string, sip: number | undefined): CallFailure {
  if (status === 'busy') return 'client_busy'
  if (status === 'failed') return sip === undefined ? 'client_unreachable' : toFailure(sip)
  return sip === 603 ? 'client_declined' : 'client_unanswered'
}
