import type { Call } from '@deskbell/protocol/agent/call'
import { whoOf } from '../inbox/who.ts'
import { inList } from '../text/when.ts'
import { isolate } from '../words/isolate.ts'
import { toClock } from './duration.ts'
import { callWords as w } from './words.ts'

/** Since when both sides are connected; null: they are not, or were not. */
export function talkedSince({ connected: { agent, client } }: Pick<Call, 'connected'>): number | null {
  return agent === null || client === null ? null : Math.max(agent, client)
}

export const whoCalls = ({ visitor, phone }: Call): string =>
  whoOf({ visitor: { ...visitor, phone: visitor.phone ?? (phone === '' ? null : phone) } })

const RINGS = { incoming: w.ring.calls, callback: w.ring.asks, outgoing: w.ring.to }

/** Who rings: a client who calls, one who asks to be called, or the one whom the agent calls from their own telephone. */
export const sayRing = (call: Call): string => RINGS[call.type](whoCalls(call))

/** Whether visitor and agent have talked. */
export const hasTalked = (call: Call): boolean => talkedSince(call) !== null

/** What became of a call, in a few words. */
export function sayCall(call: Call): string {
  const { agents, ended, failure, forwarded, rings, type } = call
  const since = talkedSince(call)
  if (ended === null) return rings.length > 0 && since === null ? w.live.ringing : w.live.talking
  if (failure === 'no_microphone' || failure === 'media_unavailable') return w.failed
  const people = [...agents.map(({ name }) => name), ...(forwarded === undefined ? [] : [forwarded])]
  if (since !== null) return w.talked(inList(people.map(isolate)), toClock(ended - since))
  return type === 'outgoing' ? w.failed : w.missedCall
}

/** Why a call failed; undefined: it did not. */
export const sayFailure = ({ failure }: Call): string | undefined => failure && w.failures[failure]
