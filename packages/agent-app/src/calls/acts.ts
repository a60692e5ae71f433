import type { Call } from '@deskbell/protocol/agent/call'
import { navigate } from 'wouter/use-browser-location'
import { call as ask } from '../api/client.ts'
import { receiveCall } from '../live/calls.ts'
import type { Live } from '../live/state.ts'
import { places } from '../places.ts'
import type { Carrier } from './carrier.ts'
import { isCarried } from './line.ts'
import { begun, checkMicrophone } from './place.ts'

type Ask = Extract<Parameters<typeof ask>[0], `POST /calls/:call/${string}`>
type Plain = Exclude<Ask, `${string}/${'hold' | 'invite' | 'forward' | 'hang-up' | 'trouble'}`>

/** The answer counts unless a frame has told something newer meanwhile. */
async function act(live: Live, id: number, request: () => Promise<Call>): Promise<Call> {
  const find = () => live.calls.get().find((one) => one.id === id)
  const before = find()
  const answer = await request()
  if (find() === before) receiveCall(live, answer)
  return answer
}

const post = (live: Live, id: number, route: Plain) => act(live, id, () => ask(route, { params: { call: id } }))

/** Takes a call, which this window carries from then on, and shows the visitor's chat or page beside it. */
export async function acceptCall(live: Live, carrier: Carrier, { id }: Call): Promise<void> {
  // It goes on ringing at colleagues, who have a microphone.
  await checkMicrophone()
  // The carrier takes the call when it hears that this agent talks in it: by the answer, or by a frame before.
  begun.set(id)
  try {
    const answer = await post(live, id, 'POST /calls/:call/accept')
    const call = live.calls.get().find((one) => one.id === id)
    // It carries another call until now. A call that has ended meanwhile is not taken.
    if (call?.ended === null && carrier.line.get()?.call !== id && isCarried(call, live.me.get().id))
      carrier.carry(call)
    navigate(placeOf(answer))
  } finally {
    begun.set(null)
  }
}

export const placeOf = ({ chat, visitor }: Pick<Call, 'chat' | 'visitor'>): string =>
  chat === null ? places.contact(visitor.contact) : places.chat('all', chat)

export const declineCall = (live: Live, { id }: Call) => post(live, id, 'POST /calls/:call/decline')
export const takeBack = (live: Live, { id }: Call) => post(live, id, 'POST /calls/:call/uninvite')
export const markHandled = (live: Live, id: number) => post(live, id, 'POST /calls/:call/handled')
/** `others`: the colleagues in the call go on. */
export const hangUp = (live: Live, { id }: Call, others = false) =>
  act(live, id, () => ask('POST /calls/:call/hang-up', { params: { call: id }, body: { others } }))
export const holdCall = (live: Live, { id }: Call, on: boolean) =>
  act(live, id, () => ask('POST /calls/:call/hold', { params: { call: id }, body: { on } }))
export const forwardCall = (live: Live, { id }: Call, phone: string) =>
  act(live, id, () => ask('POST /calls/:call/forward', { params: { call: id }, body: { phone } }))
export const inviteColleague = (live: Live, { id }: Call, body: { agent: number; handsOver: boolean }) =>
  act(live, id, () => ask('POST /calls/:call/invite', { params: { call: id }, body }))
