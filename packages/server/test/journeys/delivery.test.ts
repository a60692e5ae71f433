import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import type { Entry } from '@deskbell/protocol/agent/entry'
import { atRest } from '../at-rest.ts'
import { handClock, type HandClock } from '../clock.ts'
import { testKinds } from '../db.ts'
import { ANN, PUBLIC_ID, startTestServer, type TestServer } from '../test-server.ts'
import { startIntegratorServer, type IntegratorServer } from '../integrator-server.ts'

const SECRET = `whsec_${Buffer.from('a secret of thirty-two bytes, yes').toString('base64')}`

for (const kind of testKinds())
  describe(`agents' messages to the integrator, ${kind}`, () => {
    let clock: HandClock
    let integrator: IntegratorServer
    let testServer: TestServer
    let customers = 0
    before(async () => {
      clock = handClock()
      integrator = await startIntegratorServer({ clock })
      testServer = await startTestServer({
        kind,
        clock,
        channel: { serverUrl: `${integrator.url}/chat?key=hush`, secret: SECRET },
      })
    })
    afterEach(() => {
      integrator.answers({ result: 'ok' })
      integrator.requests.length = 0
    })
    after(async () => {
      await testServer.close()
      await integrator.close()
    })

    /** A chat of Ann with a new customer. */
    async function chatting(): Promise<{ chat: number; customer: string }> {
      const customer = `customer ${++customers}`
      await testServer.visitor(customer).writes('hi')
      const chat = (await testServer.agent().chats('?limit=200')).find((one) => one.visitor.id === customer)
      if (!chat) throw new Error('no chat')
      await testServer.agent().accepts(chat.id)
      return { chat: chat.id, customer }
    }
    const entries = (chat: number): Promise<Entry[]> => testServer.agent().entries(chat)
    const outcomeOf = async (chat: number, n: number) =>
      (await entries(chat)).filter((entry) => 'of' in entry && entry.of === n && entry.type !== 'message.resent')
    /** The last entry about a message. Waits for one. */
    async function word(chat: number, n: number): Promise<Entry> {
      for (let tries = 0; tries < 500; tries++) {
        const last = (await outcomeOf(chat, n)).at(-1)
        if (last) return last
        await new Promise((resolve) => setTimeout(resolve, 10))
      }
      throw new Error(`no entry says whether message ${n} was delivered`)
    }
    const said = (request: { body: string }): string => JSON.parse(request.body).message.text
    /** Moves the clock in small steps until all is delivered. */
    async function passes(ms: number): Promise<void> {
      for (let gone = 0; gone < ms; gone += 500) {
        await until()
        await clock.move(500)
      }
      await until()
    }
    /** Waits in real time, for sockets and the database, until nothing has changed for a while. */
    const until = () => atRest([testServer], [integrator])

    test('A3 A30 the body of a request is exactly that of the contract', async () => {
      const { chat, customer } = await chatting()
      const n = await testServer.agent().writes(chat, 'Good day')
      const request = await integrator.receives('Good day')
      await testServer.settled()
      const [, , message] = await entries(chat)
      assert.ok(message?.type === 'message' && message.n === n)
      assert.deepEqual(JSON.parse(request.body), {
        sender: { name: 'Ann', photo: '' },
        recipient: { id: customer },
        message: { type: 'text', id: message.id, text: 'Good day' },
      })
      assert.equal(request.method, 'POST')
      assert.match(request.header('content-type') ?? '', /^application\/json/)
      assert.equal((await word(chat, n)).type, 'message.delivered')
    })

    test('A21 the public id is appended to the path of the server URL, and the query stays', async () => {
      const { chat } = await chatting()
      await testServer.agent().writes(chat, 'where to')
      assert.equal((await integrator.receives('where to')).path, `/chat/${PUBLIC_ID}?key=hush`)
      await testServer.settled()
    })

    test('A27 T38 the published verifier accepts the signature', async () => {
      const { chat } = await chatting()
      await testServer.agent().writes(chat, 'signed')
      const request = await integrator.receives('signed')
      await testServer.settled()
      const headers = Object.fromEntries(
        ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => [name, request.header(name) ?? '']),
      )
      assert.equal(Number(headers['webhook-timestamp']), Math.floor(request.at / 1000))
      // The verifier uses the real clock; the test is about the signature.
      const verifier = new Webhook(SECRET)
      assert.equal(
        headers['webhook-signature'],
        verifier.sign(headers['webhook-id'] ?? '', new Date(request.at - (request.at % 1000)), request.body),
      )
      assert.notEqual(
        headers['webhook-signature'],
        verifier.sign(headers['webhook-id'] ?? '', new Date(request.at - (request.at % 1000)), `${request.body} `),
      )
    })

    test('A28 a request has a Content-Length or is chunked, never both', async () => {
      const { chat } = await chatting()
      await testServer.agent().writes(chat, 'measured')
      const measured = await integrator.receives('measured')
      assert.equal(measured.header('content-length'), String(Buffer.byteLength(measured.body)))
      assert.equal(measured.header('transfer-encoding'), undefined)
      const [channel] = (await testServer.agent().call('GET', '/channels')).body['channels'] as unknown as {
        id: number
      }[]
      await testServer.agent().call('PATCH', `/channels/${channel?.id}`, { chunked: true })
      await testServer.agent().writes(chat, 'in chunks')
      const chunked = await integrator.receives('in chunks')
      await testServer.settled()
      await testServer.agent().call('PATCH', `/channels/${channel?.id}`, { chunked: false })
      assert.equal(chunked.header('content-length'), undefined)
      assert.equal(chunked.header('transfer-encoding'), 'chunked')
    })

    test('A24 an integrator that hangs gets attempts at 0, 3 and 6 s, and the agent sees the error at 9 s', async () => {
      const { chat } = await chatting()
      integrator.hangs()
      const began = clock.now()
      const n = await testServer.agent().writes(chat, 'are you there')
      await integrator.receives('are you there')
      await passes(8500)
      assert.deepEqual(await outcomeOf(chat, n), [], 'too early')
      await passes(1000)
      assert.deepEqual(
        integrator.requests.map((request) => request.at - began),
        [0, 3000, 6000],
      )
      const failed = await word(chat, n)
      assert.ok(failed.type === 'message.failed')
      assert.equal(failed.at - began, 9000)
      assert.match(failed.text, /^The message was not delivered: /)
      assert.equal((await testServer.agent().chat(chat)).failed, 1)
    })

    test('A22 A24 after an answer without a result the message is sent again; the third such answer ends the delivery with a diagnosis', async () => {
      const { chat } = await chatting()
      integrator.answers({})
      const n = await testServer.agent().writes(chat, 'say something')
      await passes(7000)
      assert.equal(integrator.requests.filter((request) => said(request) === 'say something').length, 3)
      assert.equal((await word(chat, n)).type, 'message.failed')
      const [channel] = (await testServer.agent().call('GET', '/channels')).body['channels'] as unknown as {
        id: number
      }[]
      const page = await testServer.agent().call('GET', `/channels/${channel?.id}/deliveries?chat=${chat}`)
      const [delivery] = page.body['deliveries'] as unknown as { attempts: number; diagnosis: string; state: string }[]
      assert.equal(delivery?.attempts, 3)
      assert.equal(delivery?.state, 'failed')
      assert.equal(delivery?.diagnosis, 'your endpoint answered 200 without result; message sent 3 times')
    })

    test('A24 a message is delivered when its second attempt succeeds', async () => {
      const { chat } = await chatting()
      integrator.fails(1, 503)
      const n = await testServer.agent().writes(chat, 'second time')
      await integrator.receives('second time')
      await passes(3500)
      assert.equal(integrator.requests.length, 2)
      assert.equal((await word(chat, n)).type, 'message.delivered')
    })

    const finals: [code: string, message: string, shown: string | null][] = [
      ['recipient_blocked', 'They blocked you', 'They blocked you'],
      ['message_too_long', 'Too long', 'Too long'],
      ['internal_error', '', 'Delivery failed (internal_error)'],
      ['never_heard_of', 'Own words', 'Own words'],
      ['duplicate', 'again', null],
      ['ignored', 'so what', null],
      ['silent', 'shh', null],
    ]
    for (const [code, message, shown] of finals)
      test(`A23 A26 the error ${code} is final and ${shown === null ? 'is not shown' : 'is shown'}`, async () => {
        const { chat } = await chatting()
        integrator.answers({ error: { code, message } })
        const n = await testServer.agent().writes(chat, 'well?')
        await integrator.receives('well?')
        await testServer.settled()
        assert.equal(integrator.requests.length, 1)
        const last = await word(chat, n)
        if (shown === null) assert.equal(last.type, 'message.delivered')
        else assert.equal(last.type === 'message.failed' && last.text, shown)
      })

    test('A23 A26 rate_limited is tried again, and its message is shown when the attempts are over', async () => {
      const { chat } = await chatting()
      integrator.answers({ error: { code: 'rate_limited', message: 'slow down' } })
      const n = await testServer.agent().writes(chat, 'quick')
      await passes(7000)
      assert.equal(integrator.requests.length, 3)
      const last = await word(chat, n)
      assert.equal(last.type === 'message.failed' && last.text, 'slow down')
    })

    test('A29 a redirect is not followed', async () => {
      const elsewhere = await startIntegratorServer({ clock })
      try {
        for (const status of [301, 302, 307, 308]) {
          const { chat } = await chatting()
          integrator.redirects(status, `${elsewhere.url}/x`)
          const n = await testServer.agent().writes(chat, `go ${status}`)
          await passes(7000)
          assert.equal((await word(chat, n)).type, 'message.failed')
        }
        assert.equal(elsewhere.requests.length, 0)
      } finally {
        await elsewhere.close()
      }
    })

    test('A25 messages to one customer go one after the other, others do not wait, and an agent can send again after an error', async () => {
      const slow = await chatting()
      const quick = await chatting()
      integrator.behaves((request, response) => {
        if (JSON.parse(request.body).recipient.id === slow.customer) return
        response.writeHead(200, { 'content-type': 'application/json' }).end('{"result":"ok"}')
      })
      const first = await testServer.agent().writes(slow.chat, 'first')
      const second = await testServer.agent().writes(slow.chat, 'second')
      await integrator.receives('first')
      const other = await testServer.agent().writes(quick.chat, 'other')
      await integrator.receives('other')
      await until()
      assert.equal((await word(quick.chat, other)).type, 'message.delivered')
      assert.ok(!integrator.requests.some((request) => said(request) === 'second'))
      await passes(8500)
      assert.ok(!integrator.requests.some((request) => said(request) === 'second'), 'still behind the first')
      // As soon as the first has failed. On a busy machine, the clock may have moved before an attempt began.
      const came = () => integrator.requests.some((request) => said(request) === 'second')
      for (let gone = 0; !came() && gone < 10_000; gone += 500) await passes(500)
      assert.ok(came(), 'starts after the first has failed')
      integrator.answers({ result: 'ok' })
      await passes(9000)
      assert.equal((await word(slow.chat, second)).type, 'message.delivered')
      const again = await testServer.agent().call('POST', `/chats/${slow.chat}/messages/${first}/resend`, {})
      assert.equal(again.status, 200)
      await testServer.settled()
      assert.equal((await outcomeOf(slow.chat, first)).at(-1)?.type, 'message.delivered')
      assert.equal((await testServer.agent().chat(slow.chat)).failed, 0)
    })

    test('A20 typing is sent at most once in three seconds, expires after ten, and never shows a failure', async () => {
      const { chat, customer } = await chatting()
      const types = (on: boolean) => testServer.agent().call('POST', `/chats/${chat}/typing`, { on })
      const sent = () => integrator.requests.map((request) => JSON.parse(request.body).message.type)
      await types(true)
      const request = await integrator.receives('typein')
      assert.deepEqual(JSON.parse(request.body), {
        sender: { name: 'Ann', photo: '' },
        recipient: { id: customer },
        message: { type: 'typein' },
      })
      for (let i = 0; i < 5; i++) await types(true)
      await passes(2500)
      assert.deepEqual(sent(), ['typein'])
      await passes(12_000)
      assert.deepEqual(sent(), ['typein', 'typeout'])
      const [began = 0, over = 0] = integrator.requests.map(({ at }) => at)
      assert.ok(over - began >= 10_000 && over - began <= 10_500, `${over - began}`)
      integrator.requests.length = 0
      integrator.answers({}, 500)
      const before = (await entries(chat)).length
      await passes(3500)
      await types(true)
      await passes(8000)
      assert.equal(sent().filter((type) => type === 'typein').length, 3, 'three attempts')
      assert.equal((await entries(chat)).length, before)
      await passes(14_000)
    })

    test('A20 a message cancels the typing requests that are still to be sent', async () => {
      const { chat } = await chatting()
      integrator.fails(1, 500)
      await testServer.agent().call('POST', `/chats/${chat}/typing`, { on: true })
      await integrator.receives('typein')
      await testServer.agent().writes(chat, 'here it is')
      await integrator.receives('here it is')
      await passes(7000)
      assert.deepEqual(
        integrator.requests.map((request) => JSON.parse(request.body).message.type),
        ['typein', 'text'],
      )
    })

    test('A20 a message that another process committed cancels them too', async () => {
      const { chat } = await chatting()
      integrator.fails(1, 500)
      await testServer.agent().call('POST', `/chats/${chat}/typing`, { on: true })
      await integrator.receives('typein')
      testServer.services.chatEvents.changedElsewhere({ account: 1, chat, last: 3, agentWrote: true })
      await passes(7000)
      assert.equal(integrator.requests.length, 1)
    })

    test('the delivery log shows each attempt, without secrets', async () => {
      const { chat } = await chatting()
      await testServer.agent().writes(chat, 'for the log')
      await integrator.receives('for the log')
      await testServer.settled()
      const [channel] = (await testServer.agent().call('GET', '/channels')).body['channels'] as unknown as {
        id: number
      }[]
      const page = await testServer.agent().call('GET', `/channels/${channel?.id}/deliveries?chat=${chat}`)
      const [delivery] = page.body['deliveries'] as unknown as { id: number }[]
      const whole = await testServer.agent(ANN).call('GET', `/deliveries/${delivery?.id}`)
      assert.ok(whole.text.includes('for the log'))
      assert.ok(!whole.text.includes('hush'), 'the value of the query is a secret')
      const [attempt] = whole.body['attemptList'] as unknown as { status: number; response: { body: string } }[]
      assert.equal(attempt?.status, 200)
      assert.equal(attempt?.response.body, '{"result":"ok"}')
    })
  })
