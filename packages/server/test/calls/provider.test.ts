import assert from 'node:assert/strict'
import { after, afterEach, before, suite, test } from 'node:test'
import { testKinds } from '../db.ts'
import { ANN, BOB } from '../test-server.ts'
import { soon } from '../channels/widget/soon.ts'
import { AGENT_TONE, CLIENT_TONE, SECONDS } from './provider.ts'
import { ANN_PHONE, BOB_PHONE, CLIENT, startProviderDesk, WITHIN, type ProviderDesk } from './provider-desk.ts'

for (const kind of testKinds())
  suite(`calls over a hosted provider, ${kind}`, () => {
    let desk: ProviderDesk
    let ann: Awaited<ReturnType<ReturnType<ProviderDesk['server']['agent']>['connects']>>

    before(async () => {
      desk = await startProviderDesk(kind)
      ann = await desk.server.agent(ANN).connects()
    })
    after(async () => {
      ann?.close()
      await desk?.close()
    })
    afterEach(async () => {
      desk.provider.fails(undefined)
      await desk.isFree()
      desk.provider.forget()
      desk.crm.requests.length = 0
    })

    /** Ann takes the call at her telephone, and the client answers. */
    async function talk(visitor: string) {
      const asked = await desk.asks(visitor)
      const agent = await desk.provider.rings(ANN_PHONE)
      await agent.answer()
      await agent.press('1')
      const client = await desk.provider.rings(CLIENT)
      await client.answer()
      await desk.until(asked.id, ({ status }) => status === 'client_connected')
      return { ...asked, agent, client }
    }

    test('C17 an agent answers and presses 1, then the client is called; both are recorded, and events tell of each step', async () => {
      const { page, id, agent, client } = await talk('by provider')
      assert.match(agent.said[0]?.text ?? '', /press 1/)
      assert.deepEqual(client.said, [{ language: 'de-DE', text: 'Dieses Gespräch wird aufgezeichnet.' }])
      assert.equal(client.room, agent.room)
      await soon(() => agent.recordings.length === 1, WITHIN)
      assert.equal(agent.recordings[0]?.channels, 'dual')
      await client.hangUp()
      const over = await desk.until(id, ({ status }) => status === 'end')
      assert.deepEqual([over.carrier, over.recorded, over.failure], ['twilio', true, undefined])
      assert.equal(agent.status, 'completed')
      assert.deepEqual(await desk.told(4), ['start', 'agent_connected', 'client_connected', 'end'])
      const { loud, seconds } = await desk.hears(id)
      assert.ok(
        loud('agent', AGENT_TONE, 0.2, SECONDS - 0.2) > 0.2 && loud('client', CLIENT_TONE, 0.2, SECONDS - 0.2) > 0.2,
      )
      assert.ok(loud('client', AGENT_TONE, 0.2, SECONDS - 0.2) < 0.01 && seconds > SECONDS - 0.3)
      await soon(() => desk.provider.removed.includes(agent.recordings[0]?.sid ?? ''), WITHIN)
      await page.close()
    })

    test('an agent who presses other keys is asked again, and is passed over after the third time', async () => {
      const { page, id } = await desk.asks('other keys')
      const agent = await desk.provider.rings(ANN_PHONE)
      await agent.answer()
      await agent.press('2')
      await agent.press('')
      assert.equal(agent.status, 'in-progress')
      await agent.press('9')
      assert.equal(agent.status, 'completed')
      const over = await desk.until(id, ({ status }) => status === 'error')
      assert.equal(over.failure, 'agent_unanswered')
      assert.deepEqual(await desk.told(2), ['start', 'error'])
      await page.close()
    })

    test('an agent who hears what it is about and hangs up declines the call', async () => {
      const { page, id } = await desk.asks('declined')
      const agent = await desk.provider.rings(ANN_PHONE)
      await agent.answer()
      await agent.hangUp()
      assert.equal((await desk.until(id, ({ status }) => status === 'error')).failure, 'agent_unanswered')
      await page.close()
    })

    for (const [status, sip, failure] of [
      ['busy', undefined, 'client_busy'],
      ['no-answer', undefined, 'client_unanswered'],
      ['no-answer', 603, 'client_declined'],
      ['failed', 404, 'wrong_number'],
      ['failed', undefined, 'client_unreachable'],
    ] as const)
      test(`C17 a client whose telephone tells ${status} ${sip ?? ''} ends the call with ${failure}, and the agent is free`, async () => {
        const { page, id } = await desk.asks(`client ${failure}`)
        const agent = await desk.provider.rings(ANN_PHONE)
        await agent.answer()
        await agent.press('1')
        await (await desk.provider.rings(CLIENT)).refuses(status, sip)
        assert.equal((await desk.until(id, (one) => one.status === 'error')).failure, failure)
        await desk.isFree()
        assert.deepEqual(await desk.told(3), ['start', 'agent_connected', 'error'])
        await page.close()
      })

    test('of two agents whose telephones ring, the first to press 1 has the call, and the other telephone stops', async () => {
      const bob = await desk.server.agent(BOB).connects()
      const { page, id } = await desk.asks('two ring')
      const [annPhone, bobPhone] = [await desk.provider.rings(ANN_PHONE), await desk.provider.rings(BOB_PHONE)]
      await Promise.all([annPhone.answer(), bobPhone.answer()])
      await Promise.all([annPhone.press('1'), bobPhone.press('1')])
      const taken = await desk.until(id, ({ agents }) => agents.length === 1)
      const [winner, loser] = taken.agents[0]?.name === 'Ann' ? [annPhone, bobPhone] : [bobPhone, annPhone]
      await soon(() => loser.isOver, WITHIN)
      assert.equal(winner.status, 'in-progress')
      const client = await desk.provider.rings(CLIENT)
      await client.answer()
      await winner.hangUp()
      await desk.until(id, ({ status }) => status === 'end')
      assert.equal(client.status, 'completed')
      bob.close()
      await page.close()
    })

    test('a call is handed over to a number: one that is busy leaves it with the agent, one that answers has it', async () => {
      const { page, id, agent, client } = await talk('forwarded')
      const outside = '+4940123456'
      const forward = async () => {
        const asks = await desk.server.agent(ANN).call('POST', `/calls/${id}/forward`, { phone: outside })
        assert.equal(asks.status, 200, asks.text)
        return desk.provider.rings(outside)
      }
      await (await forward()).refuses('busy')
      await desk.until(id, ({ forwarding }) => forwarding === undefined)
      assert.deepEqual([agent.isOver, agent.room], [false, client.room])
      const line = await forward()
      await line.answer()
      await soon(() => agent.isOver && line.room !== undefined, WITHIN)
      assert.deepEqual([line.room, client.isOver], [client.room, false])
      const { agents, forwarded } = await desk.until(id, (call) => call.forwarded !== undefined)
      assert.deepEqual([agents, forwarded], [[], outside])
      await line.hangUp()
      await desk.isFree()
      assert.equal((await desk.until(id, ({ status }) => status === 'end')).failure, undefined)
      await page.close()
    })

    test('a call is put on hold, handed over to a colleague, and ended from the application', async () => {
      const bob = await desk.server.agent(BOB).connects()
      bob.send({ type: 'presence', status: 'away' } as never)
      const { page, id, agent, client } = await talk('handed over')
      const held = await desk.server.agent(ANN).call('POST', `/calls/${id}/hold`, { on: true })
      assert.equal(held.status, 200, held.text)
      await soon(() => client.room !== agent.room && client.room !== undefined, WITHIN)
      await desk.server.agent(ANN).call('POST', `/calls/${id}/hold`, { on: false })
      await soon(() => client.room === agent.room, WITHIN)
      assert.equal(client.said.length, 1, 'the notice is heard once')
      const own = await desk.server.agent(BOB).call('GET', '/me/calls')
      assert.equal(own.body['inBrowser'], false)
      const bobsId = (await desk.server.agent(BOB).call('GET', '/me')).body['id']
      const asks = await desk.server.agent(ANN).call('POST', `/calls/${id}/invite`, { agent: bobsId, handsOver: true })
      assert.equal(asks.status, 200, asks.text)
      const colleague = await desk.provider.rings(BOB_PHONE)
      await colleague.answer()
      await colleague.press('1')
      await soon(() => agent.isOver, WITHIN)
      assert.deepEqual([client.room, client.isOver], [colleague.room, false])
      await soon(() => colleague.recordings.length === 1, WITHIN)
      const ends = await desk.server.agent(BOB).call('POST', `/calls/${id}/hang-up`, {})
      assert.equal(ends.status, 200, ends.text)
      await desk.isFree()
      await desk.until(id, ({ status }) => status === 'end')
      assert.ok((await desk.hears(id)).seconds > 2 * SECONDS - 0.5, 'both parts are in the recording')
      bob.close()
      await page.close()
    })

    test('calls over the provider are not taken in a browser, nor by colleagues without a telephone', async () => {
      const { page, id, client } = await talk('by phone only')
      const bob = await desk.server.agent(BOB).connects()
      const bobsId = (await desk.server.agent(BOB).call('GET', '/me')).body['id']
      await desk.server.agent(BOB).call('PUT', '/me/calls', { on: 'browser' })
      for (const [path, body] of [
        ['accept', undefined],
        ['invite', { agent: bobsId, handsOver: false }],
      ] as const) {
        const refused = await desk.server.agent(ANN).call('POST', `/calls/${id}/${path}`, body)
        assert.deepEqual([refused.status, refused.body['error']?.['code']], [409, 'phone_only'])
      }
      await desk.server.agent(BOB).call('PUT', '/me/calls', { on: 'phone' })
      await client.hangUp()
      await desk.until(id, ({ status }) => status === 'end')
      bob.close()
      await page.close()
    })

    test('C17 repeated callbacks, and those of a call that is over, change nothing', async () => {
      const { page, id, agent, client } = await talk('repeated')
      const address = (leg: string, step: string) => `${desk.server.url}/twilio/1/calls/${id}/${leg}/${step}`
      const leg = desk.provider.asked.find(({ form }) => form.get('To') === ANN_PHONE)?.form.get('Url') ?? ''
      const key = leg.replace(/asks$/, 'key?asked=1')
      for (let n = 0; n < 2; n++) {
        assert.match((await desk.provider.ask(key, { CallSid: agent.sid, Digits: '1' }))?.text ?? '', /Conference/)
        const status = { CallSid: client.sid, CallStatus: 'in-progress' }
        assert.equal((await desk.provider.ask(address('client', 'status'), status))?.status, 204)
      }
      // Of another telephone than the one that was called.
      const other = { CallSid: 'CA0', CallStatus: 'completed' }
      assert.equal((await desk.provider.ask(address('client', 'status'), other))?.status, 204)
      assert.equal((await desk.read(id)).status, 'client_connected')
      await agent.hangUp()
      const over = await desk.until(id, ({ status }) => status === 'end')
      assert.deepEqual(await desk.told(4), ['start', 'agent_connected', 'client_connected', 'end'])
      assert.match((await desk.provider.ask(key, { CallSid: agent.sid, Digits: '1' }))?.text ?? '', /Hangup/)
      for (const CallStatus of ['completed', 'busy', 'in-progress'])
        await desk.provider.ask(address('client', 'status'), { CallSid: client.sid, CallStatus })
      for (const [call, one] of [
        [id, 'agent-99'],
        [9999, 'client'],
      ] as const) {
        const unknown = `${desk.server.url}/twilio/1/calls/${call}/${one}/joins`
        assert.match((await desk.provider.ask(unknown, { CallSid: client.sid }))?.text ?? '', /Hangup/)
      }
      assert.deepEqual(await desk.read(id), over)
      await page.close()
    })

    test('T26 a forged or unsigned callback is refused and changes nothing', async () => {
      const { page, id, client } = await talk('forged')
      const before = await desk.read(id)
      const url = `${desk.server.url}/twilio/1/calls/${id}/client/status`
      const headers = { 'content-type': 'application/x-www-form-urlencoded' }
      const body = `CallSid=${client.sid}&CallStatus=completed`
      for (const signature of [undefined, 'forged', ''])
        for (const path of [url, `${desk.server.url}/twilio/1/incoming`, `${desk.server.url}/twilio/77/incoming`]) {
          const more = signature === undefined ? {} : { 'x-twilio-signature': signature }
          assert.equal((await fetch(path, { method: 'POST', headers: { ...headers, ...more }, body })).status, 403)
        }
      assert.equal((await fetch(url, { method: 'POST', headers, body: 'x'.repeat(200_000) })).status, 413)
      assert.deepEqual(await desk.read(id), before)
      await client.hangUp()
      await desk.until(id, ({ status }) => status === 'end')
      await page.close()
    })

    for (const outage of [500, 401, 'silent'] as const)
      test(`C17 when the provider ${outage === 'silent' ? 'does not answer' : `answers ${outage}`}, the call fails in words`, async () => {
        desk.provider.fails(outage)
        const { page, id } = await desk.asks(
          `down ${outage}`.replaceAll(/\d/g, (digit) => 'abcdefghij'[Number(digit)] ?? ''),
        )
        const over = await desk.until(id, ({ status }) => status === 'error')
        assert.equal(over.failure, outage === 401 ? 'trunk_refused' : 'trunk_unavailable')
        // It is written beside the end of the call.
        const expected = outage === 401 ? 'refused' : 'unreachable'
        await soon(async () => (await desk.owner.call('GET', '/call-provider')).body['state'] === expected)
        assert.deepEqual(await desk.told(2), ['start', 'error'])
        desk.provider.fails(undefined)
        const again = { accountSid: `AC${'a'.repeat(32)}`, number: '+4930111111', url: desk.provider.url }
        assert.equal((await desk.owner.call('PUT', '/call-provider', again)).body['state'], 'ok')
        await page.close()
      })

    test('a recording that the provider has not finished is waited for', async () => {
      desk.provider.keepsRecordings(true)
      const { page, id, client } = await talk('slow recording')
      await soon(() => desk.provider.lines.some(({ recordings }) => recordings.length > 0), WITHIN)
      await client.hangUp()
      await desk.isFree()
      assert.equal((await desk.read(id)).status, 'client_connected')
      desk.provider.keepsRecordings(false)
      assert.equal((await desk.until(id, ({ status }) => status === 'end')).recorded, true)
      await page.close()
    })
  })
