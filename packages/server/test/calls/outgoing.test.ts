import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import type { Call } from '@deskbell/protocol/agent/call'
import type { ErrorBody } from '@deskbell/protocol/agent/field-reason'
import { addAgent } from '../agent-api/servers.ts'
import { openPage, WIDGET } from '../channels/widget/page.ts'
import { testKinds } from '../db.ts'
import { ANN, BOB, type Answer, type TestServer } from '../test-server.ts'
import { startWithCrm, type Crm } from '../webhooks/hook.ts'
import { insertCall } from './insert.ts'
import { addTrunkElsewhere } from './trunk-elsewhere.ts'

const CLEO = 'cleo@shop.test'
const NUMBER = '+4930123456'
const errorOf = ({ text }: Answer) => (JSON.parse(text) as ErrorBody).error
const codeOf = (answer: Answer) => errorOf(answer).code
const reasonOf = (answer: Answer) => errorOf(answer).why?.reason

for (const kind of testKinds())
  suite(`agents call contacts, ${kind}`, () => {
    let server: TestServer
    let crm: Crm
    let close: () => Promise<void>
    before(async () => {
      ;({ server, crm, close } = await startWithCrm({ kind, channels: [WIDGET] }))
      await server.agent().call('PATCH', '/call-settings', { countries: ['DE', 'AT'], perNumber: 0 })
    })
    after(() => close())

    const call = (body: object, { email = ANN, key }: { email?: string; key?: string } = {}) =>
      server.agent(email).call('POST', '/calls', body, key === undefined ? {} : { 'idempotency-key': key })
    const hangUp = (id: unknown, email = ANN) => server.agent(email).call('POST', `/calls/${String(id)}/hang-up`, {})

    /** A visitor who has written, with a number; their contact, visitor and chat. */
    async function known(visitor: string, phone: string | null = NUMBER) {
      const page = await openPage(server, { visitor })
      await page.writes('Hello')
      await page.close()
      const { body } = await server.agent().call('GET', '/chats')
      const { chats } = body as unknown as { chats: { id: number; visitor: { number: string; contact: number } }[] }
      const chat = chats.toSorted((a, b) => b.id - a.id)[0] ?? assert.fail('no chat')
      const { contact, number } = chat.visitor
      if (phone !== null) await server.agent().call('PATCH', `/contacts/${contact}`, { phone })
      return { contact, visitor: Number(number), chat: chat.id }
    }

    test('without a trunk, and with one that is not ready, a call is refused', async () => {
      const { contact } = await known('too early')
      assert.equal(codeOf(await call({ contact })), 'no_trunk')
      const trunk = { kind: 'udp', host: '127.0.0.1', port: 9, user: 'desk', password: 'secret', registers: true }
      await server.agent().call('PUT', '/call-trunk', trunk)
      assert.equal(codeOf(await call({ contact })), 'trunk_not_ready')
      await server.agent().call('DELETE', '/call-trunk')
      await addTrunkElsewhere(server, contact)
    })

    test('C17 an agent is connected at once; the call belongs to the open chat, and events tell of it', async () => {
      const { contact, visitor, chat } = await known('called')
      crm.requests.length = 0
      const answer = await call({ contact })
      assert.equal(answer.status, 201, answer.text)
      const placed = answer.body as unknown as Call
      const { type, carrier, phone, status, agents } = placed
      assert.deepEqual([type, carrier, phone, status], ['outgoing', 'sip', NUMBER, 'agent_connected'])
      assert.deepEqual(agents, [{ id: 1, name: 'Ann' }])
      assert.deepEqual([placed.visitor.contact, placed.visitor.number, placed.chat], [contact, String(visitor), chat])
      await hangUp(placed.id)
      const told = []
      for (let n = 0; n < 3; n++) told.push((await crm.nextEvent('call_event')).event.call)
      assert.deepEqual(
        told.map((one) => [one.type, one.status, one.phone]),
        ['start', 'agent_connected', 'error'].map((one) => ['outgoing', one, NUMBER]),
      )
      const over = (await server.agent().call('GET', `/calls/${placed.id}`)).body as unknown as Call
      assert.deepEqual([over.failure, over.missed], ['agent_gone', false])
    })

    test('the same request makes one call, and its key is refused for another number', async () => {
      const { contact } = await known('twice')
      const first = await call({ contact }, { key: 'one call' })
      const again = await call({ contact }, { key: 'one call' })
      assert.deepEqual([first.status, again.status], [201, 201])
      assert.equal(again.body['id'], first.body['id'])
      const other = await call({ contact, phone: '+43 1 5320012' }, { key: 'one call' })
      assert.equal(codeOf(other), 'idempotency_mismatch')
      await hangUp(first.body['id'])
      const late = await call({ contact }, { key: 'one call' })
      assert.deepEqual([late.body['id'], late.body['status']], [first.body['id'], 'error'])
    })

    test('an agent in a call makes no other one, and a visitor in a call gets no other one', async () => {
      const [one, two] = [await known('first'), await known('second')]
      const first = await call({ contact: one.contact })
      assert.equal(codeOf(await call({ contact: two.contact })), 'in_call')
      assert.equal(codeOf(await call({ contact: one.contact }, { email: BOB })), 'client_in_call')
      await hangUp(first.body['id'])
      const second = await call({ contact: two.contact })
      assert.equal(second.status, 201, second.text)
      await hangUp(second.body['id'])
    })

    test('numbers are called by the rules of the account, and refusals say which one', async () => {
      const { contact } = await known('rules', null)
      assert.equal(reasonOf(await call({ contact })), 'no_phone_known')
      for (const [phone, reason] of [
        ['12345', 'wrong_form'],
        ['+49 30', 'wrong_form'],
        ['+1 212 555 0100', 'country_not_called'],
        ['0900 1 123456', 'kind_not_called'],
        ['+800 1234 5678', 'kind_not_called'],
      ] as const)
        assert.equal(reasonOf(await call({ contact, phone })), reason, phone)
      assert.equal(
        errorOf(await call({ contact, phone: '+1 212 555 0100' })).message,
        'Numbers of US are not called; the settings of calls allow DE, AT.',
      )
      await server.agent().call('PATCH', '/call-settings', { countries: [] })
      assert.equal(reasonOf(await call({ contact, phone: NUMBER })), 'no_country_called')
      await server.agent().call('PATCH', '/call-settings', { countries: ['DE', 'AT'] })
      const placed = await call({ contact, phone: '030 / 12 34.56' })
      assert.equal(placed.body['phone'], NUMBER, placed.text)
      await hangUp(placed.body['id'])
    })

    test('a call is handed over to a number that may be called, by an agent who talks in it', async () => {
      const { contact, chat } = await known('forwarded')
      const id = Number((await call({ contact })).body['id'])
      const forward = (phone: string, { email = ANN, of = id } = {}) =>
        server.agent(email).call('POST', `/calls/${of}/forward`, { phone })
      assert.equal(codeOf(await forward('+49 40 123456')), 'not_talking')
      await server.services.callCommit.change(1, id, [{ type: 'call.answered' }])
      for (const [phone, reason] of [
        ['1234567', 'wrong_form'],
        ['+1 212 555 0100', 'country_not_called'],
        ['0900 1 123456', 'kind_not_called'],
      ] as const)
        assert.equal(reasonOf(await forward(phone)), reason, phone)
      assert.equal(codeOf(await forward('+49 40 123456', { email: BOB })), 'not_in_call')
      const asked = await forward('040 / 12 34.56')
      assert.equal(asked.status, 200, asked.text)
      assert.deepEqual(asked.body['forwarding'], { by: { id: 1, name: 'Ann' }, phone: '+4940123456' })
      assert.equal(codeOf(await forward('+49 40 123456')), 'colleague_asked')
      const back = await server.agent().call('POST', `/calls/${id}/uninvite`)
      assert.deepEqual([back.status, back.body['forwarding']], [200, undefined])
      assert.deepEqual((await forward('201')).body['forwarding'], { by: { id: 1, name: 'Ann' }, phone: '201' })
      // The telephone outside answers, and hangs up.
      const outside = { id: 0, name: '201' }
      await server.services.callCommit.change(1, id, [{ type: 'call.accept', agent: outside, on: 'phone' }])
      const { body } = await server.agent().call('GET', `/calls/${id}`)
      assert.deepEqual([body['agents'], body['forwarded'], body['forwarding']], [[], '201', undefined])
      assert.equal(codeOf(await call({ contact }, { email: BOB })), 'client_in_call')
      await server.services.callCommit.change(1, id, [{ type: 'call.gone', side: 'agent', agent: outside }])
      assert.equal((await server.agent().call('GET', `/calls/${id}`)).body['status'], 'end')
      const direct = await insertCall(server, 1, chat, [{ id: 1, name: 'Ann' }])
      await server.agent().call('POST', `/calls/${direct}/accept`)
      assert.equal(codeOf(await forward('+49 40 123456', { of: direct })), 'no_media_engine')
      await hangUp(direct)
    })

    test('calls of one number in 24 hours are limited', async () => {
      const { contact } = await known('often', '+4940123456')
      await server.agent().call('PATCH', '/call-settings', { perNumber: 2 })
      for (let n = 0; n < 2; n++) await hangUp((await call({ contact })).body['id'])
      assert.equal(codeOf(await call({ contact })), 'called_too_often')
      await server.agent().call('PATCH', '/call-settings', { perNumber: 0 })
      const placed = await call({ contact })
      assert.equal(placed.status, 201)
      await hangUp(placed.body['id'])
    })

    test('T17 T18 a contact, or a visitor of another one, that is not there is refused the same', async () => {
      const [{ contact }, { visitor }] = [await known('mine'), await known('not mine')]
      assert.equal(codeOf(await call({ contact: 99_999, phone: NUMBER })), 'not_found')
      assert.equal(codeOf(await call({ contact, visitor, phone: NUMBER })), 'not_found')
      const imported = await server.agent().call('POST', '/contacts/import', {
        file: { key: 'outgoing calls', lines: 1 },
        lines: [{ line: 1, name: 'Ida', phone: '+49 30 654321' }],
      })
      const [{ contact: ida }] = (imported.body as unknown as { results: [{ contact: number }] }).results
      await server.agent().call('PATCH', '/call-settings', { countries: ['DE', 'AT'] })
      assert.equal(codeOf(await call({ contact: ida, visitor })), 'not_found')
      // An agent who sees neither contact cannot tell them from one that is not there.
      await addAgent(server, CLEO, 'agent')
      await server.agent().call('PATCH', '/channels/1', { agents: [1, 2] })
      for (const one of [contact, ida])
        assert.equal(codeOf(await call({ contact: one, phone: NUMBER }, { email: CLEO })), 'not_found')
    })

    test('a contact who has never written is called, and stays one contact', async () => {
      const imported = await server.agent().call('POST', '/contacts/import', {
        file: { key: 'never wrote', lines: 1 },
        lines: [{ line: 1, name: 'Nora', phone: '+49 30 765432' }],
      })
      const [{ contact }] = (imported.body as unknown as { results: [{ contact: number }] }).results
      for (let n = 0; n < 2; n++) {
        const placed = await call({ contact })
        assert.equal(placed.status, 201, placed.text)
        const { visitor } = placed.body as unknown as Call
        assert.deepEqual([visitor.contact, placed.body['phone']], [contact, '+4930765432'])
        await hangUp(placed.body['id'])
      }
      const { body } = await server.agent().call('GET', '/contacts?q=Nora')
      const { contacts } = body as unknown as { contacts: { id: number; name: string }[] }
      assert.deepEqual(
        contacts.map(({ id, name }) => [id, name]),
        [[contact, 'Nora']],
      )
    })
  })
