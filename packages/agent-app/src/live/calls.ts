import type { Call } from '@deskbell/protocol/agent/call'
import { ApiError, call as ask } from '../api/client.ts'
import { retryWhileUnavailable } from '../api/while-unavailable.ts'
import type { Live } from './state.ts'

/** Whether this agent talks in the call. */
export const talksIn = ({ agents }: Pick<Call, 'agents'>, me: number): boolean => agents.some(({ id }) => id === me)

/** Whether the call rings at this agent, or a colleague asks them into it. */
export const ringsAt = ({ rings, invitation, ended }: Call, me: number): boolean =>
  ended === null && (rings.some(({ id }) => id === me) || invitation?.to.id === me)

/** A call is new or has changed. Calls that are over stay with those who talked in them, until their window puts them away. */
export function receiveCall({ calls, me, overCalls }: Pick<Live, 'calls' | 'me' | 'overCalls'>, call: Call): void {
  const before = calls.get()
  const known = before.find(({ id }) => id === call.id)
  // An answer that was under way when the call ended, also when its end was put away.
  if (overCalls.has(call.id)) return
  if (call.ended !== null) overCalls.add(call.id)
  const others = before.filter(({ id }) => id !== call.id)
  const own = me.get().id
  const isKept = call.ended === null || talksIn(call, own) || (known !== undefined && talksIn(known, own))
  calls.set(isKept ? [...others, call] : others)
}

/** Puts away a call that is over. */
export const dropCall = ({ calls }: Pick<Live, 'calls'>, id: number): void =>
  calls.set(calls.get().filter((one) => one.id !== id))

/** Reads the calls that are under way, after a connection. Frames that come meanwhile are newer. */
export async function readLiveCalls(live: Pick<Live, 'calls' | 'me' | 'overCalls'>): Promise<void> {
  const before = live.calls.get()
  const { calls } = await retryWhileUnavailable(() => ask('GET /calls', { query: { state: 'live', limit: 100 } }))
  const isSame = (id: number) => live.calls.get().find((one) => one.id === id) === before.find((one) => one.id === id)
  for (const call of calls) if (isSame(call.id)) receiveCall(live, call)
  for (const { id, ended } of before)
    if (ended === null && !calls.some((one) => one.id === id) && isSame(id)) await readEnded(live, id, isSame)
}

/** A call that is not under way any more. One that this agent may not see any more is put away. */
async function readEnded(
  live: Pick<Live, 'calls' | 'me' | 'overCalls'>,
  id: number,
  isSame: (id: number) => boolean,
): Promise<void> {
  try {
    const call = await retryWhileUnavailable(() => ask('GET /calls/:call', { params: { call: id } }))
    if (isSame(id)) receiveCall(live, call)
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) dropCall(live, id)
    else throw error
  }
}
