import assert from 'node:assert/strict'
import { after, before, beforeEach, suite, test } from 'node:test'
import { nextId, openPage } from '../channels/widget/page.ts'
import { soon } from '../channels/widget/soon.ts'
import { ANN, BOB } from '../test-server.ts'
import { without } from '../without.ts'
import { Phone } from './phone.ts'
import { startTelephony, type Telephony } from './telephony.ts'
import { WITHIN } from './trunk-of.ts'

const skip = without('rtpengine', 'baresip', 'kamailio')
const NUMBER = '+4930123456'
const [CLIENT_TONE, ANN_TONE, BOB_TONE] = [1000, 440, 600]
/** A tone of a telephone is this loud where it is heard. */
const LOUD = 0.05

suite('agents take calls at their own telephones', { skip }, () => {
  let telephony: Telephony
  let client: Phone
  let [annPhone, bobPhone] = [] as unknown as [Phone, Phone]
  let ann: Awaited<ReturnType<ReturnType<Telephony['server']['agent']>['connects']>>
  let channel: number

  before(async () => {
    telephony = await startTelephony()
    const { exchange, server, owner } = telephony
    const at = exchange.address
    client = await Phone.open({ name: NUMBER, exchange: at, tone: CLIENT_TONE })
    annPhone = await Phone.open({ name: '201', exchange: at, tone: ANN_TONE })
    bobPhone = await Phone.open({ name: '202', exchange: at, tone: BOB_TONE })
    const refused = await server.agent(ANN).call('PUT', '/me/calls', { on: 'phone' })
    assert.deepEqual([refused.status, refused.body['error']?.['code']], [409, 'no_own_phone'])
    await server.agent(ANN).call('PATCH', '/me', { phone: '201' })
    await server.agent(BOB).call('PATCH', '/me', { phone: '202' })
    const set = await server.agent(ANN).call('PUT', '/me/calls', { on: 'phone' })
    assert.deepEqual([set.status, set.body], [200, { on: 'phone', inBrowser: true, number: '201' }])
    assert.equal((await server.agent(BOB).call('PUT', '/me/calls', { on: 'phone' })).status, 200)
    const { body } = await owner.call('GET', '/channels')
    channel = (body['channels'] as unknown as { id: number }[])[0]?.id ?? 0
    assert.equal((await owner.call('PATCH', '/call-settings', { incoming: channel })).status, 200)
    ann = await server.agent(ANN).connects()
  })
  after(async () => {
    await client?.close()
    await annPhone?.close()
    await bobPhone?.close()
    await telephony?.close()
  })
  beforeEach(() => {
    for (const phone of [client, annPhone, bobPhone]) phone.forget()
    telephony.crm.requests.length = 0
  })

  async function asked(visitor: string) {
    const page = await openPage(telephony.server, { visitor })
    await soon(() => page.frames.some((one) => 'callback' in one && one.callback === 'on'), WITHIN)
    const answer = await page.ask({ t: 'call', id: nextId(), phone: '030 123456' })
    assert.ok(answer.t === 'done' && answer.call, JSON.stringify(answer))
    return { page, id: answer.call.id }
  }
  /** The agent answers, and presses a key. */
  const presses = (phone: Phone, key: string) => {
    phone.when('CALL_INCOMING', 'accept')
    phone.when('CALL_ESTABLISHED', 'sndcode', { after: 1500, params: key })
  }
  const talk = async (agent: Phone, tone: number) => {
    await soon(async () => (await client.hears(tone)) > LOUD, WITHIN)
    await soon(async () => (await agent.hears(CLIENT_TONE)) > LOUD, WITHIN)
  }

  test('C17 an agent answers and presses 1, then the client is called; both hear each other', async () => {
    presses(annPhone, '1')
    client.when('CALL_INCOMING', 'accept')
    const { page, id } = await asked('by telephone')
    await telephony.until(id, ({ status }) => status === 'client_connected')
    await talk(annPhone, ANN_TONE)
    const closed = annPhone.until('CALL_CLOSED', WITHIN)
    client.does('hangup')
    await closed
    const over = await telephony.until(id, ({ status }) => status === 'end')
    assert.equal(over.recorded, true)
    assert.deepEqual(
      (await telephony.told(4)).map(({ status }) => status),
      ['start', 'agent_connected', 'client_connected', 'end'],
    )
    const { loud, seconds } = await telephony.hears(id)
    assert.ok(loud('agent', ANN_TONE, 0.5, seconds - 0.2) > LOUD)
    assert.ok(loud('client', CLIENT_TONE, 0.5, seconds - 0.2) > LOUD)
    await page.close()
  })

  test('an agent who answers and presses another key has not taken the call, and declines it by hanging up', async () => {
    presses(annPhone, '2')
    annPhone.when('CALL_ESTABLISHED', 'hangup', { after: 3000 })
    const { page, id } = await asked('declined')
    const over = await telephony.until(id, ({ status }) => status === 'error')
    assert.deepEqual([over.failure, over.connected.agent], ['agent_unanswered', null])
    assert.equal(client.seen.includes('CALL_INCOMING'), false)
    await page.close()
  })

  test('a telephone that is not there is passed over at once', async () => {
    await telephony.server.agent(ANN).call('PATCH', '/me', { phone: '299' })
    const { page, id } = await asked('nobody there')
    assert.equal((await telephony.until(id, ({ status }) => status === 'error')).failure, 'agent_unanswered')
    await telephony.server.agent(ANN).call('PATCH', '/me', { phone: '201' })
    await page.close()
  })

  test('of two agents whose telephones ring, the first to press 1 has the call, and the other telephone stops', async () => {
    const bob = await telephony.server.agent(BOB).connects()
    presses(annPhone, '1')
    bobPhone.when('CALL_INCOMING', 'accept')
    const stops = bobPhone.until('CALL_CLOSED', WITHIN)
    client.when('CALL_INCOMING', 'accept')
    const { page, id } = await asked('two ring')
    await telephony.until(id, ({ status }) => status === 'client_connected')
    await stops
    await talk(annPhone, ANN_TONE)
    annPhone.does('hangup')
    await telephony.until(id, ({ status }) => status === 'end')
    bob.close()
    await page.close()
  })

  test('C17 a client who calls is answered, hears that it rings, and talks with the agent who presses 1', async () => {
    presses(annPhone, '1')
    client.does('dial', `sip:desk@${telephony.exchange.address}`)
    const call = await ann.sees((one) => one.type === 'call' && one.call.type === 'incoming')
    assert.ok(call.type === 'call')
    const { id, phone } = call.call
    assert.equal(phone, NUMBER)
    await soon(async () => (await client.hears(425)) > LOUD, WITHIN)
    await telephony.until(id, ({ status }) => status === 'agent_connected')
    await talk(annPhone, ANN_TONE)
    const closed = client.until('CALL_CLOSED', WITHIN)
    annPhone.does('hangup')
    await closed
    await telephony.until(id, ({ status }) => status === 'end')
    assert.deepEqual(
      (await telephony.told(4)).map(({ status }) => status),
      ['start', 'client_connected', 'agent_connected', 'end'],
    )
    const { loud, seconds } = await telephony.hears(id)
    assert.ok(loud('agent', ANN_TONE, 1, seconds - 0.2) > LOUD)
    assert.ok(loud('client', CLIENT_TONE, 1, seconds - 0.2) > LOUD)
  })

  test('a call is handed over to a colleague, whose telephone rings; the client goes on with them', async () => {
    const bob = await telephony.server.agent(BOB).connects()
    bob.send({ type: 'presence', status: 'away' } as never)
    presses(annPhone, '1')
    client.when('CALL_INCOMING', 'accept')
    const { page, id } = await asked('handed over')
    await telephony.until(id, ({ status }) => status === 'client_connected')
    await talk(annPhone, ANN_TONE)
    presses(bobPhone, '1')
    const bobsId = (await telephony.server.agent(BOB).call('GET', '/me')).body['id']
    const closed = annPhone.until('CALL_CLOSED', WITHIN)
    const asks = await telephony.server
      .agent(ANN)
      .call('POST', `/calls/${id}/invite`, { agent: bobsId, handsOver: true })
    assert.equal(asks.status, 200, JSON.stringify(asks.body))
    await closed
    await talk(bobPhone, BOB_TONE)
    const held = await telephony.server.agent(BOB).call('POST', `/calls/${id}/hold`, { on: true })
    assert.equal(held.status, 200, JSON.stringify(held.body))
    await soon(async () => (await client.hears(BOB_TONE)) < 0.01 && (await bobPhone.hears(CLIENT_TONE)) < 0.01, WITHIN)
    await soon(async () => (await client.hears(659)) > 0.01, WITHIN)
    await telephony.server.agent(BOB).call('POST', `/calls/${id}/hold`, { on: false })
    await talk(bobPhone, BOB_TONE)
    client.does('hangup')
    await telephony.until(id, ({ status }) => status === 'end')
    const { loud, seconds } = await telephony.hears(id)
    assert.ok(loud('agent', ANN_TONE, 0.5, seconds - 0.5) > 0.01)
    assert.ok(loud('agent', BOB_TONE, 0.5, seconds - 0.5) > 0.01)
    bob.close()
    await page.close()
  })

  test('a call is handed over to a number: one that is busy leaves it with the agent, one that answers has it', async () => {
    await telephony.server.agent(BOB).call('PUT', '/me/calls', { on: 'browser' })
    presses(annPhone, '1')
    client.when('CALL_INCOMING', 'accept')
    const { page, id } = await asked('forwarded')
    await telephony.until(id, ({ status }) => status === 'client_connected')
    await talk(annPhone, ANN_TONE)
    const forward = () => telephony.server.agent(ANN).call('POST', `/calls/${id}/forward`, { phone: '202' })
    bobPhone.when('CALL_INCOMING', 'hangup')
    assert.equal((await forward()).status, 200)
    await telephony.until(id, ({ forwarding }) => forwarding === undefined)
    await talk(annPhone, ANN_TONE)
    bobPhone.forget()
    bobPhone.when('CALL_INCOMING', 'accept')
    const closed = annPhone.until('CALL_CLOSED', WITHIN)
    assert.equal((await forward()).status, 200)
    await closed
    await talk(bobPhone, BOB_TONE)
    const { agents, forwarded } = await telephony.read(id)
    assert.deepEqual([agents, forwarded], [[], '202'])
    bobPhone.does('hangup')
    assert.equal((await telephony.until(id, ({ status }) => status === 'end')).failure, undefined)
    const { loud, seconds } = await telephony.hears(id)
    // He talks at the end, for as long as it takes until he is heard. On a busy machine it lasts on after he has hung up.
    const backs = [1.2, 2, 3, 4, 5].filter((back) => back < seconds)
    const heard = backs.map((back) => loud('agent', BOB_TONE, seconds - back, seconds - back + 0.9))
    assert.ok(Math.max(...heard) > 0.01, `${heard.join()} of ${seconds} s`)
    await telephony.server.agent(BOB).call('PUT', '/me/calls', { on: 'phone' })
    await page.close()
  })

  test('a client who calls and finds no agent is refused, and the call is missed', async () => {
    ann.close()
    await soon(async () => {
      const { body } = await telephony.owner.call('GET', '/agents')
      return (body['agents'] as unknown as { presence: string }[]).every(({ presence }) => presence === 'offline')
    }, WITHIN)
    const closed = client.until('CALL_CLOSED', WITHIN)
    client.does('dial', `sip:desk@${telephony.exchange.address}`)
    assert.match((await closed).param ?? '', /480|Unavailable/)
    const { body } = await telephony.owner.call('GET', '/calls?state=missed')
    const [missed] = body['calls'] as unknown as { failure: string; phone: string }[]
    assert.deepEqual([missed?.failure, missed?.phone], ['no_agent', NUMBER])
  })
})
