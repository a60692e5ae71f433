import assert from 'node:assert/strict'
import { nextId, openPage } from '../channels/widget/page.ts'
import { soon } from '../channels/widget/soon.ts'
import { ANN } from '../test-server.ts'
import { Phone } from './phone.ts'
import type { Telephony } from './telephony.ts'
import { WITHIN } from './trunk-of.ts'

const NUMBER = '+4930123456'
/** Hz. */
export const CLIENT_TONE = 1000
export const ANN_TONE = 440
/** A tone of a telephone is this loud where it is heard. */
const LOUD = 0.05

/** Somebody was not reached in time. */
export class NotReached extends Error {
  override readonly name = 'NotReached'
}

/** The telephone of a client and that of Ann, who takes calls at it. */
export interface CalledSides {
  readonly client: Phone
  readonly phone: Phone
  /**
   * A visitor asks to be called, Ann takes the call, and the client answers. Resolves with the call, when each hears the other. Rejects
   * with NotReached when the call ends since a telephone did not answer.
   */
  talk(visitor: string): Promise<{ id: number; page: Awaited<ReturnType<typeof openPage>> }>
  /** Each hears the other. */
  isHeard(): Promise<void>
  close(): Promise<void>
}

export async function openSides({ exchange, server, until }: Telephony): Promise<CalledSides> {
  const client = await Phone.open({ name: NUMBER, exchange: exchange.address, tone: CLIENT_TONE })
  const phone = await Phone.open({ name: '201', exchange: exchange.address, tone: ANN_TONE })
  await server.agent(ANN).call('PATCH', '/me', { phone: '201' })
  assert.equal((await server.agent(ANN).call('PUT', '/me/calls', { on: 'phone' })).status, 200)
  const ann = await server.agent(ANN).connects()
  async function isHeard(): Promise<void> {
    await soon(async () => (await client.hears(ANN_TONE)) > LOUD, WITHIN)
    await soon(async () => (await phone.hears(CLIENT_TONE)) > LOUD, WITHIN)
  }
  return {
    client,
    phone,
    isHeard,
    async talk(visitor) {
      for (const one of [client, phone]) one.forget()
      phone.when('CALL_INCOMING', 'accept')
      phone.when('CALL_ESTABLISHED', 'sndcode', { after: 1500, params: '1' })
      client.when('CALL_INCOMING', 'accept')
      const page = await openPage(server, { visitor })
      await soon(() => page.frames.some((one) => 'callback' in one && one.callback === 'on'), WITHIN)
      const answer = await page.ask({ t: 'call', id: nextId(), phone: NUMBER })
      assert.ok(answer.t === 'done' && answer.call, JSON.stringify(answer))
      const { id } = answer.call
      const { failure } = await until(id, ({ status }) => status === 'client_connected' || status === 'error')
      if (failure === 'agent_unanswered' || failure === 'client_unanswered') {
        await page.close()
        throw new NotReached(failure)
      }
      assert.equal(failure, undefined)
      await isHeard()
      return { id, page }
    },
    async close() {
      ann.close()
      await client.close()
      await phone.close()
    },
  }
}
