import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import { extent, isFull, tell } from '../../../../tools/extent.ts'
import { ANN } from '../test-server.ts'
import { without } from '../without.ts'
import { Phone } from './phone.ts'
import { bringTo, NUMBER, STATES, type State } from './telephone-states.ts'
import { startTelephony, type Telephony } from './telephony.ts'
import { WITHIN } from './trunk-of.ts'

const skip = without('rtpengine', 'baresip', 'kamailio')
const ROUNDS = extent(1, 10)
const [CLIENT_TONE, AGENT_TONE] = [1000, 440]

suite('calls whose media engine is killed', { skip }, () => {
  let telephony: Telephony
  let [client, own] = [] as unknown as [Phone, Phone]
  let tried = 0

  before(async () => {
    telephony = await startTelephony()
    const { exchange, owner, server } = telephony
    client = await Phone.open({ name: NUMBER, exchange: exchange.address, tone: CLIENT_TONE })
    own = await Phone.open({ name: '201', exchange: exchange.address, tone: AGENT_TONE })
    const [channel] = (await owner.call('GET', '/channels')).body['channels'] as unknown as { id: number }[]
    assert.equal((await owner.call('PATCH', '/call-settings', { incoming: channel?.id })).status, 200)
    await server.agent(ANN).call('PATCH', '/me', { phone: '201' })
    assert.equal((await server.agent(ANN).call('PUT', '/me/calls', { on: 'phone' })).status, 200)
  })
  after(async () => {
    tell({ what: 'C17 kills of rtpengine in each state of a call at telephones', count: tried, violations: 0 })
    await client?.close()
    await own?.close()
    await telephony?.close()
  })

  const pidOf = () => Number(readFileSync(join(telephony.server.services.config.dataDir, 'calls', 'pid'), 'utf8'))

  for (let round = 1; round <= ROUNDS; round++)
    for (const state of Object.keys(STATES) as State[])
      test(`C17 when rtpengine is killed while a call ${state}, all telephones become free, and it has one final status${isFull ? `, ${round}` : ''}`, async () => {
        const { crm, exchange, server } = telephony
        crm.requests.length = 0
        const { id, free, close } = await bringTo(state, {
          ...{ client, own, exchange, server, within: WITHIN, visitor: `cut off ${round} ${state}` },
          readCall: telephony.read,
          connect: () => server.agent(ANN).connects(),
        })
        process.kill(pidOf(), 'SIGKILL')
        await Promise.all(free)
        const over = await telephony.until(id, ({ ended }) => ended !== null)
        assert.deepEqual([over.status, over.failure], ['error', 'media_unavailable'])
        const expected = [...STATES[state], 'error']
        const told = await telephony.told(expected.length)
        assert.deepEqual(
          told.map(({ status }) => status),
          expected,
        )
        await telephony.isReady()
        assert.equal(crm.receivedEvents().length, expected.length, 'nothing is told after the final status')
        await close()
        tried++
      })
})
