import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { ANN, PUBLIC_ID } from '../../../packages/server/test/test-server.ts'
import { openBoth, SECRET } from './open.ts'

let both: Awaited<ReturnType<typeof openBoth>>
before(async () => {
  both = await openBoth({ limits: { channelMessagesPerSender: 2 } })
})
after(() => both.close())

/** The only open chat whose visitor wrote this, from the agent API. */
async function chatWith(text: string) {
  const ann = both.testServer.agent(ANN)
  for (const chat of await ann.chats()) {
    const entries = await ann.entries(chat.id)
    if (entries.some((entry) => entry.type === 'message' && entry.text === text)) return { ...chat, entries }
  }
  throw new Error(`The server has no open chat with "${text}"`)
}

describe('the shop and Deskbell', () => {
  test('A2 A11 A12 a visitor’s message reaches the agent with name, page and invitation', async () => {
    const page = await both.visitor()
    const id = await page.writes('Is it dimmable?', undefined, {
      name: 'Vera',
      page: `${both.shopUrl}/`,
      invite: 'Ask about Moon',
    })
    await page.sees((message) => message.id === id && message.state === 'sent')
    const { visitor, entries } = await chatWith('Is it dimmable?')
    assert.equal(visitor.name, 'Vera')
    assert.equal(visitor.url, `${both.shopUrl}/`)
    assert.match(visitor.id, /^web-[\w-]{22}$/)
    assert.ok(entries.some((entry) => entry.type === 'visitor.invited' && entry.text === 'Ask about Moon'))
  })

  test('A3 A20 the agent types and answers, the page sees it once and keeps it', async () => {
    const page = await both.visitor()
    await page.writes('Hello?', 'hello-hello-hello')
    await page.sees(({ state }) => state === 'sent')
    const ann = both.testServer.agent(ANN)
    const { id } = await chatWith('Hello?')
    await ann.accepts(id)
    await ann.call('POST', `/chats/${id}/typing`, { on: true })
    const typing = await page.until(() => page.events.find(({ event }) => event === 'typing'))
    assert.deepEqual(typing.data, { name: 'Ann', on: true })
    await ann.writes(id, 'Good evening')
    const { name, from, at } = await page.sees(({ text }) => text === 'Good evening')
    assert.deepEqual({ name, from }, { name: 'Ann', from: 'agent' })
    assert.ok(Math.abs(Date.now() - at) < 5000)
    await both.testServer.settled()
    const entries = await ann.entries(id)
    assert.ok(entries.some((entry) => entry.type === 'message.delivered'))
  })

  test('A25 A34 messages beyond the rate limit all arrive in order', async () => {
    const page = await both.visitor()
    const texts = Array.from({ length: 14 }, (_, i) => `number ${i}`)
    for (const text of texts) await page.writes(text)
    await page.until(() => [...page.messages.values()].every(({ state }) => state === 'sent') || undefined)
    const { entries } = await chatWith('number 0')
    assert.deepEqual(
      entries.flatMap((entry) => (entry.type === 'message' ? [entry.text] : [])),
      texts,
    )
  })

  test('A5 A13 after a lost response the message is sent again and stored once', async () => {
    const page = await both.visitor()
    both.losesAnswers(2)
    const id = await page.writes('Only once')
    await page.writes('And then this')
    await page.sees(({ text, state }) => text === 'And then this' && state === 'sent')
    assert.equal(page.messages.get(id)?.state, 'sent')
    const { entries } = await chatWith('Only once')
    assert.deepEqual(
      entries.flatMap((entry) => (entry.type === 'message' ? [entry.text] : [])),
      ['Only once', 'And then this'],
    )
  })

  test('A13 a message that a page posts twice is stored once', async () => {
    const page = await both.visitor()
    await page.writes('Twice', 'the-same-id-twice')
    await page.writes('Twice', 'the-same-id-twice')
    await page.writes('Enough')
    await page.sees(({ text, state }) => text === 'Enough' && state === 'sent')
    const { entries } = await chatWith('Twice')
    assert.equal(entries.filter((entry) => entry.type === 'message').length, 2)
  })

  test('A16 A19 files are sent in both directions', async () => {
    const page = await both.visitor()
    const path = `/chat/files?id=${'f'.repeat(16)}&file=two words.txt`
    assert.equal((await page.post(path, 'in a file', { 'content-type': 'text/plain' })).status, 202)
    await page.writes('Here it is')
    await page.sees(({ text, state }) => text === 'Here it is' && state === 'sent')
    await both.testServer.settled()
    const { id, entries } = await chatWith('Here it is')
    const stored = entries.find((entry) => entry.type === 'media.stored')
    assert.ok(stored, 'the server fetched it from the shop')
    assert.equal(stored.media.name, 'two words.txt')
    assert.equal(await (await fetch(stored.media.url ?? '')).text(), 'in a file')

    const ann = both.testServer.agent(ANN)
    await ann.accepts(id)
    const form = new FormData()
    form.append('file', new Blob(['the answer']), 'answer.txt')
    const sent = await both.testServer.ask(`/api/chats/${id}/files`, {
      method: 'POST',
      body: form,
      headers: { authorization: `Bearer deskbell_annshoptest_0123456789abcdef` },
    })
    assert.ok(sent.status < 300, sent.text)
    const { file } = await page.sees((message) => message.file?.name === 'answer.txt')
    assert.equal(file?.kind, 'document')
    assert.equal(await (await fetch(file?.url ?? '')).text(), 'the answer')
  })

  test('A3 A4 pages learn within seconds whether agents are available', async () => {
    const page = await both.visitor()
    const receives = (online: boolean) =>
      page.until(() => {
        const last = page.events.findLast(({ event }) => event === 'status')
        return (last?.data as { online: boolean } | undefined)?.online === online || undefined
      })
    await receives(false)
    const ann = await both.testServer.agent(ANN).connects()
    await receives(true)
    ann.close()
    await receives(false)
  })
})

describe('the endpoint for Deskbell', () => {
  const post = (body: string, headers: Record<string, string> = {}, id = PUBLIC_ID) =>
    fetch(`${both.shopUrl}/desk/${id}`, { method: 'POST', body, headers })
  const sign = (body: string, { id = 'msg_1', at = Date.now(), secret = SECRET } = {}) => {
    const timestamp = String(Math.floor(at / 1000))
    const key = Buffer.from(secret.slice(6), 'base64')
    const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
    return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` }
  }
  const message = (recipient: string, fields: object) =>
    JSON.stringify({ sender: { name: 'Ann', photo: '' }, recipient: { id: recipient }, message: fields })
  const codeOf = async (answer: Response) => ((await answer.json()) as { error: { code: string } }).error.code
  /** A visitor, and their sender.id. */
  async function visit(text: string) {
    const page = await both.visitor()
    await page.writes(text)
    await page.sees(({ state }) => state === 'sent')
    return { page, id: (await chatWith(text)).visitor.id }
  }

  test('A27 only messages with a valid signature are shown', async () => {
    const { page, id } = await visit('Who are you?')
    const body = message(id, { type: 'text', id: '1', text: 'Trust me' })
    const signed = sign(body)
    const other = `whsec_${Buffer.alloc(32, 8).toString('base64')}`
    const refused = [
      await post(body),
      await post(body.replace('Trust', 'trust'), signed),
      await post(body, { ...signed, 'webhook-id': 'msg_2' }),
      await post(body, sign(body, { secret: other })),
      await post(body, sign(body, { at: Date.now() - 600_000 })),
      await post(body, { ...signed, 'webhook-timestamp': 'now' }),
      await post(body, { ...signed, 'webhook-signature': signed['webhook-signature'].slice(3) }),
    ]
    for (const answer of refused) {
      assert.equal(answer.status, 401)
      assert.equal(await codeOf(answer), 'unauthorized')
    }
    const both2 = `v1,${Buffer.alloc(32).toString('base64')} ${signed['webhook-signature']}`
    assert.deepEqual(await (await post(body, { ...signed, 'webhook-signature': both2 })).json(), { result: 'ok' })
    await page.sees(({ text }) => text === 'Trust me')
  })

  test('A27 a repeated request is answered again and shown once', async () => {
    const { page, id } = await visit('Say it once')
    const body = message(id, { type: 'text', id: 'm', text: 'Once' })
    const changed = message(id, { type: 'text', id: 'n', text: 'Under the same webhook-id' })
    for (const one of [body, body, changed])
      assert.deepEqual(await (await post(one, sign(one, { id: 'msg_7' }))).json(), { result: 'ok' })
    const last = message(id, { type: 'text', id: 'o', text: 'Done' })
    await post(last, sign(last, { id: 'msg_8' }))
    await page.sees(({ text }) => text === 'Done')
    assert.deepEqual(
      [...page.messages.values()].filter(({ from }) => from === 'agent').map(({ text }) => text),
      ['Once', 'Done'],
    )
  })

  test('A23 A26 a message that cannot be shown is refused with a text for the agent', async () => {
    const { id } = await visit('Show me')
    const rows: [string, number, string][] = [
      [message('nobody', { type: 'text', id: '1', text: 'Hi' }), 200, 'recipient_not_found'],
      [message(id, { type: 'hologram', id: '2' }), 200, 'unsupported_type'],
      [message(id, { type: 'photo', id: '3', file: 'javascript:alert(1)' }), 200, 'unsupported_type'],
      ['[]', 400, 'invalid_request'],
      ['nonsense', 400, 'invalid_request'],
    ]
    for (const [i, [body, status, code]] of rows.entries()) {
      const answer = await post(body, sign(body, { id: `msg_r${i}` }))
      assert.equal(answer.status, status)
      assert.equal(await codeOf(answer), code)
    }
    assert.equal((await post('{}', {}, 'AnotherOne')).status, 404)
  })

  test('A28 chunked like Content-Length', async () => {
    const { page, id } = await visit('In pieces')
    const body = message(id, { type: 'text', id: 'c', text: 'piece by piece' })
    const answer = await fetch(`${both.shopUrl}/desk/${PUBLIC_ID}`, {
      method: 'POST',
      body: new Blob([body]).stream(),
      headers: sign(body, { id: 'msg_c' }),
      duplex: 'half',
    })
    assert.deepEqual(await answer.json(), { result: 'ok' })
    await page.sees(({ text }) => text === 'piece by piece')
  })
})

describe('the API for pages', () => {
  test('invalid requests are refused, and visitors do not see each other', async () => {
    const page = await both.visitor()
    const long = JSON.stringify({ id: 'x'.repeat(16), text: 'x'.repeat(1001) })
    assert.equal((await page.post('/chat/messages', long)).status, 400)
    assert.equal((await page.post('/chat/messages', 'no json')).status, 400)
    assert.equal((await page.post('/chat/messages', 'x'.repeat(20_000))).status, 413)
    assert.equal((await page.post('/chat/nothing', '{}')).status, 404)
    assert.equal((await page.post('/chat/typing', '{}', { 'sec-fetch-site': 'cross-site' })).status, 403)
    const other = await both.visitor()
    await other.writes('A secret')
    await page.writes('Mine')
    await page.sees(({ text, state }) => text === 'Mine' && state === 'sent')
    assert.deepEqual(
      [...page.messages.values()].map(({ text }) => text),
      ['Mine'],
    )
  })

  test('uploaded files are never executed', async () => {
    const page = await both.visitor()
    const path = `/chat/files?id=${'g'.repeat(16)}&file=a.html`
    await page.post(path, '<script>alert(1)</script>', { 'content-type': 'text/html' })
    const { file } = await page.sees((message) => message.file !== undefined)
    const answer = await fetch(both.shopUrl + (file?.url ?? ''))
    assert.equal(answer.headers.get('content-type'), 'application/octet-stream')
    assert.equal(answer.headers.get('content-disposition'), 'attachment')
    assert.match(answer.headers.get('content-security-policy') ?? '', /sandbox/)
  })
})
