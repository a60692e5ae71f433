import type { CallOutcome, StoredCall } from '../conversation/calls/commit.ts'
import { Refused, type Invalid } from '../platform/errors.ts'
import { notFound } from '../settings/change.ts'

type Why = Extract<CallOutcome, { kind: 'refused' }>['why']

/** The call after a change. Throws Refused when a rule refused it. */
export function changed(outcome: CallOutcome): StoredCall {
  if (outcome.kind === 'done') return outcome.call
  throw refusedAs(outcome.why.refused, 'holder' in outcome.why ? outcome.why.holder : undefined)
}

/** A refusal in words. `holder`: who has the call. */
export function refusedAs(why: Why['refused'], holder?: { readonly name: string }): Refused | Invalid {
  switch (why) {
    case 'no_call':
    case 'no_visitor':
      return notFound('call')
    case 'over':
      return new Refused('call_over', 'The call is over.')
    case 'not_asked':
      return new Refused('call_elsewhere', 'The call does not ring at you.')
    case 'taken':
      return new Refused('call_taken', `${holder?.name ?? 'Another agent'} has this call.`)
    case 'not_yours':
      return new Refused('not_in_call', 'You do not talk in this call.')
    case 'not_talking':
      return new Refused('not_talking', 'The two sides are not connected yet.')
    case 'invited':
      return new Refused('colleague_asked', 'Another colleague is being asked: wait, or take it back.')
    case 'in_call':
      return new Refused('client_in_call', 'The visitor is in another call.')
  }
}
