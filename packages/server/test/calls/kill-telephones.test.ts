import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { extent, isFull, tell } from '../../../../tools/extent.ts'
import { read } from '../checker/readers.ts'
import { testKinds } from '../db.ts'
import { connect } from '../test-server.ts'
import { without } from '../without.ts'
import { Phone } from './phone.ts'
import { authorization, soon, startTelephonyToKill, WITHIN, type TelephonyToKill } from './server-to-kill.ts'
import { bringTo, NUMBER, STATES, type State } from './telephone-states.ts'

const skip = without('rtpengine', 'baresip', 'kamailio')
const [CLIENT_TONE, AGENT_TONE] = [1000, 440]
const ROUNDS = extent(1, 3)
for (const kind of testKinds())
  suite(`calls at telephones of a killed server, ${kind}`, { skip }, () => {
    let telephony: TelephonyToKill
    let [client, own] = [] as unknown as [Phone, Phone]
    let tried = 0

    before(async () => {
      telephony = await startTelephonyToKill(kind)
      const { exchange, server, ask, isReady } = telephony
      client = await Phone.open({ name: NUMBER, exchange: exchange.address, tone: CLIENT_TONE })
      own = await Phone.open({ name: '201', exchange: exchange.address, tone: AGENT_TONE })
      const { channels } = await read<{ channels: { id: number }[] }>(server.url, '/channels')
      await ask('PATCH', '/call-settings', { incoming: channels[0]?.id ?? 0 })
      await ask('PATCH', '/me', { phone: '201' })
      await ask('PUT', '/me/calls', { on: 'phone' })
      await isReady()
    })
    after(async () => {
      tell({
        what: `C17 kills of the server in each state of a call at telephones, ${kind}`,
        count: tried,
        violations: 0,
      })
      await client?.close()
      await own?.close()
      await telephony?.close()
    })

    const bring = (state: State, visitor: string) =>
      bringTo(state, {
        ...{ ...telephony, client, own, visitor, within: WITHIN },
        connect: () => connect(telephony.server.url, authorization),
      })

    const all = Array.from({ length: ROUNDS }, (_, round) =>
      (Object.keys(STATES) as State[]).map((state) => [round, state] as const),
    )
    for (const [round, state] of all.flat()) {
      // `npm test` tries one for each store: each costs two starts of the server.
      if (!isFull && state !== (kind === 'server' ? 'asks the agent to press 1' : 'came in and is talked in')) continue
      test(`C17 when the server is killed while a call ${state}, all telephones become free, and it has one final status${round > 0 ? `, ${round + 1}` : ''}`, async () => {
        const { integrator, server, isReady, readCall, told } = telephony
        client.forget()
        own.forget()
        integrator.requests.length = 0
        const { id, free, close } = await bring(state, `killed ${'abcde'[tried % 5]}${'f'.repeat(round)}`)
        await server.kill()
        await server.start()
        await Promise.all(free)
        await soon('the final status', async () => ['end', 'error'].includes((await readCall(id)).status))
        const over = await readCall(id)
        assert.equal(over.status, 'error', JSON.stringify(over))
        await soon('the last event', () => told().includes('error'))
        assert.deepEqual(told(), [...STATES[state], 'error'])
        await isReady()
        await close()
        tried++
      })
    }
  })
