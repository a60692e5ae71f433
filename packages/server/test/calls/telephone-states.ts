import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import type { Call } from '@deskbell/protocol/agent/call'
import { nextId, openPage } from '../channels/widget/page.ts'
import type { connect } from '../test-server.ts'
import type { Exchange } from './exchange.ts'
import type { Phone } from './phone.ts'

/** Of the client. */
export const NUMBER = '+4930123456'

/** The states of a call at telephones, and the statuses that were told when it is in them. */
export const STATES = {
  'rings at the telephone of the agent': ['start'],
  'asks the agent to press 1': ['start'],
  'is talked in at both telephones': ['start', 'agent_connected', 'client_connected'],
  'came in and rings at the agent': ['start', 'client_connected'],
  'came in and is talked in': ['start', 'client_connected', 'agent_connected'],
} as const
export type State = keyof typeof STATES

/** Looks at most every 100 ms, so that the questions are within the limits. `within`: ms. */
export const lookFor =
  (within: number) =>
  async (what: string, holds: () => boolean | Promise<boolean>): Promise<void> => {
    for (const late = performance.now() + within; !(await holds()); await pause(100))
      if (performance.now() > late) throw new Error(`${what} did not come`)
  }

interface Company {
  readonly client: Phone
  /** Of the agent. */
  readonly own: Phone
  readonly exchange: Pick<Exchange, 'address'>
  readonly server: Parameters<typeof openPage>[0]
  readonly visitor: string
  /** ms. */
  readonly within: number
  readonly readCall: (id: number) => Promise<Call>
  /** The agent comes. */
  readonly connect: () => ReturnType<typeof connect>
}

/** A call comes to this state. Resolves with its number, and with what ends when its telephones are free. */
export async function bringTo(
  state: State,
  { client, own, exchange, server, visitor, within, readCall, connect: comes }: Company,
) {
  const soon = lookFor(within)
  for (const one of [client, own]) one.forget()
  const ann = await comes()
  if (state !== 'rings at the telephone of the agent' && state !== 'came in and rings at the agent')
    own.when('CALL_INCOMING', 'accept')
  if (state.includes('talked')) own.when('CALL_ESTABLISHED', 'sndcode', { after: 1000, params: '1' })
  const isIn = state.startsWith('came in')
  if (!isIn) client.when('CALL_INCOMING', 'accept')
  const rings = own.until('CALL_INCOMING', within)
  const answers = own.until('CALL_ESTABLISHED', within)
  const free = [
    own.until('CALL_CLOSED', within),
    ...(isIn || state.includes('talked') ? [client.until('CALL_CLOSED', within)] : []),
  ]
  for (const one of [answers, ...free]) one.catch(() => {})
  const page = await openPage(server, { visitor })
  await soon('call-backs', () => page.frames.some((one) => 'callback' in one && one.callback === 'on'))
  if (isIn) client.does('dial', `sip:desk@${exchange.address}`)
  else await page.ask({ t: 'call', id: nextId(), phone: NUMBER })
  const begun = await ann.sees((one) => one.type === 'call' && one.call.rings.length > 0)
  assert.ok(begun.type === 'call')
  const { id } = begun.call
  await rings
  if (state === 'asks the agent to press 1') await answers
  const reached = STATES[state].at(-1)
  await soon(state, async () => (await readCall(id)).status === reached)
  return {
    id,
    free,
    async close() {
      ann.close()
      await page.close()
    },
  }
}
