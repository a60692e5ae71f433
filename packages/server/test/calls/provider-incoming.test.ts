import assert from 'node:assert/strict'
import { after, afterEach, before, suite, test } from 'node:test'
import type { Call } from '@deskbell/protocol/agent/call'
import { soon } from '../channels/widget/soon.ts'
import { testKinds } from '../db.ts'
import { ANN } from '../test-server.ts'
import { CLIENT as CLIENT_LEG } from '../../src/calls/twilio/driver.ts'
import { ANN_PHONE, CLIENT, startProviderDesk, WITHIN, type ProviderDesk } from './provider-desk.ts'

for (const kind of testKinds())
  suite(`calls that come in over a hosted provider, and those of agents, ${kind}`, () => {
    let desk: ProviderDesk
    let ann: Awaited<ReturnType<ReturnType<ProviderDesk['server']['agent']>['connects']>>
    let incomingUrl: string

    before(async () => {
      desk = await startProviderDesk(kind)
      ann = await desk.server.agent(ANN).connects()
      incomingUrl = String((await desk.owner.call('GET', '/call-provider')).body['incomingUrl'])
    })
    after(async () => {
      ann?.close()
      await desk?.close()
    })
    afterEach(async () => {
      await desk.isFree()
      desk.provider.forget()
      desk.crm.requests.length = 0
    })
    const list = async () => (await desk.owner.call('GET', '/calls')).body['calls'] as unknown as Call[]

    test('a call that comes in is refused while no channel takes it, and nothing is stored', async () => {
      const line = desk.provider.dials(incomingUrl, CLIENT)
      await soon(() => line.isOver, WITHIN)
      assert.deepEqual([line.status, (await list()).length], ['failed', 0])
      const { body } = await desk.owner.call('GET', '/channels')
      const [{ id }] = body['channels'] as unknown as [{ id: number }]
      assert.equal((await desk.owner.call('PATCH', '/call-settings', { incoming: id })).status, 200)
    })

    test('C17 a client who calls hears that it is recorded, waits, and talks with the agent who presses 1', async () => {
      const line = desk.provider.dials(incomingUrl, CLIENT)
      const agent = await desk.provider.rings(ANN_PHONE)
      await soon(() => line.room !== undefined, WITHIN)
      await agent.answer()
      await agent.press('1')
      const [call] = await list()
      const { id = 0 } = call ?? {}
      assert.deepEqual([call?.type, call?.phone, call?.carrier], ['incoming', CLIENT, 'twilio'])
      await desk.until(id, ({ status }) => status === 'agent_connected')
      assert.deepEqual([line.room, line.said.length], [agent.room, 1])
      await soon(() => agent.recordings.length === 1, WITHIN)
      // The provider repeats what was not answered in time.
      const again = await desk.provider.ask(incomingUrl, { CallSid: line.sid, From: CLIENT, CallStatus: 'in-progress' })
      assert.match(again?.text ?? '', /Conference/)
      assert.equal((await list()).length, 1)
      await line.hangUp()
      const over = await desk.until(id, ({ status }) => status === 'end')
      assert.deepEqual([over.recorded, agent.status], [true, 'completed'])
      assert.deepEqual(await desk.told(4), ['start', 'client_connected', 'agent_connected', 'end'])
    })

    test('a client who hangs up while it rings ends the call; the same number is the same visitor', async () => {
      const line = desk.provider.dials(incomingUrl, CLIENT)
      await desk.provider.rings(ANN_PHONE)
      await soon(() => line.room !== undefined, WITHIN)
      await line.hangUp()
      const [newest, before] = await list()
      const over = await desk.until(newest?.id ?? 0, ({ status }) => status === 'error')
      assert.deepEqual([over.failure, over.missed], ['client_gone', true])
      assert.equal(over.visitor.number, before?.visitor.number)
    })

    test('without an agent at a telephone a client who calls is refused as busy, and the call is missed', async () => {
      await desk.server.agent(ANN).call('PUT', '/me/calls', { on: 'browser' })
      const line = desk.provider.dials(incomingUrl, CLIENT)
      await soon(() => line.isOver, WITHIN)
      const [call] = await list()
      assert.deepEqual([line.status, call?.failure, call?.missed], ['busy', 'no_agent', true])
      await desk.server.agent(ANN).call('PUT', '/me/calls', { on: 'phone' })
    })

    test('a number that calls without end is refused', async () => {
      for (let n = (await list()).length; n < 10; n++) {
        const line = desk.provider.dials(incomingUrl, CLIENT)
        await soon(() => line.room !== undefined, WITHIN)
        await line.hangUp()
        await soon(async () => (await list()).every(({ ended }) => ended !== null), WITHIN)
      }
      const line = desk.provider.dials(incomingUrl, CLIENT)
      await soon(() => line.isOver, WITHIN)
      assert.deepEqual([line.status, (await list()).length], ['busy', 10])
    })

    test('C17 a call of an agent rings at their own telephone first, then at the contact', async () => {
      const [{ visitor }] = (await list()) as [Call]
      const place = () => desk.owner.call('POST', '/calls', { contact: visitor.contact, phone: CLIENT })
      await desk.owner.call('PATCH', '/call-settings', { countries: ['DE'] })
      await desk.server.agent(ANN).call('PUT', '/me/calls', { on: 'browser' })
      const refused = await place()
      assert.deepEqual([refused.status, refused.body['error']?.['code']], [409, 'phone_only'])
      await desk.server.agent(ANN).call('PUT', '/me/calls', { on: 'phone' })
      desk.crm.requests.length = 0
      const placed = await place()
      assert.equal(placed.status, 201, placed.text)
      const id = Number(placed.body['id'])
      const agent = await desk.provider.rings(ANN_PHONE)
      await agent.answer()
      await agent.press('1')
      const client = await desk.provider.rings(CLIENT)
      assert.match(
        desk.provider.asked.find(({ form }) => form.get('To') === CLIENT)?.form.get('Url') ?? '',
        new RegExp(`${CLIENT_LEG}/joins$`),
      )
      await client.answer()
      await desk.until(id, ({ status }) => status === 'client_connected')
      await agent.hangUp()
      await desk.until(id, ({ status }) => status === 'end')
      assert.deepEqual(await desk.told(4), ['start', 'agent_connected', 'client_connected', 'end'])
    })

    test('an erased visitor is hung up, and nothing of the telephones stays', async () => {
      const { page, id } = await desk.asks('erased')
      const agent = await desk.provider.rings(ANN_PHONE)
      const { visitor } = await desk.read(id)
      assert.equal((await desk.owner.call('DELETE', `/visitors/${visitor.number}`)).status, 200)
      await soon(() => agent.isOver, WITHIN)
      const rows = async () =>
        desk.server.services.db.query({ name: 'test_legs', text: 'select leg from call_provider_leg' }, [])
      await soon(async () => (await rows()).length === 0, WITHIN)
      await page.close()
    })
  })
