import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { after, before, beforeEach, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { sign, type ChatAccepted } from '@deskbell/sdk'
import { parseCardAnswer } from '../../../packages/protocol/src/webhook/answer.ts'
import { openContacts } from '../server/contacts.ts'
import { openCrm } from '../server/crm.ts'
import { toPage } from '../server/page.ts'

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
const NEXT = `whsec_${Buffer.alloc(32, 8).toString('base64')}`
const VERA = { id: '324', token: 'shop-session-5f0c2b7a91' }
const MAIN = fileURLToPath(new URL('../server/main.ts', import.meta.url))

const said: string[] = []
const server = createServer()
let url: string
before(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const log = (line: string) => void said.push(line)
  server.on('request', openCrm({ secrets: [SECRET, NEXT], crmUrl: url, contacts: openContacts(), log }))
})
after(() => {
  server.closeAllConnections()
  server.close()
})
beforeEach(() => void (said.length = 0))

const sample = (name: string) => {
  const file = new URL(`../../../packages/protocol/src/webhook/fixtures/${name}.json`, import.meta.url)
  return JSON.parse(readFileSync(file, 'utf8')) as ChatAccepted
}
const now = () => Math.floor(Date.now() / 1000)
let serial = 0

/** Posts like Deskbell: signed, with a new id. */
async function post(event: unknown, { id = `evt_${++serial}`, secret = SECRET, timestamp = now(), more = {} } = {}) {
  const body = typeof event === 'string' ? event : JSON.stringify(event)
  const headers = { ...(await sign({ id, timestamp, body }, secret)), ...more }
  return fetch(`${url}/desk`, { method: 'POST', headers, body })
}

/** The card that Deskbell would show for this visitor's chat. */
async function cardFor(visitor: object, userToken: string | null = null) {
  const event = sample('chat-accepted')
  const response = await post({
    ...event,
    user_token: userToken,
    visitor: { number: '42', description: '', chats_count: 1, ...visitor },
  })
  assert.equal(response.status, 200)
  const answer = parseCardAnswer(new Uint8Array(await response.arrayBuffer()))
  assert.ok(answer.result === 'ok')
  assert.deepEqual(answer.leftOut, [])
  return answer.card
}
const NOTHING = { customData: [], contact: {}, enableAssign: false }

describe('the CRM', () => {
  test('C11 a visitor proven by a token gets a card with contact and last order', async () => {
    assert.deepEqual(await cardFor({}, VERA.token), {
      customData: [
        { title: 'Customer since', content: '2019' },
        { title: 'Last order', key: 'Shipped', content: '10482, Dome, two pieces' },
      ],
      contact: { name: 'Vera Lind', email: 'vera@example.org', phone: '+31 20 555 0142' },
      crmLink: `${url}/contacts/324`,
      enableAssign: false,
    })
  })

  test('C11 a contact found by an unproven address is marked, and the agent decides', async () => {
    for (const [visitor, by] of [
      [{ email: ' VERA@Example.org' }, 'e-mail'],
      [{ phone: '+31-20-555-0142' }, 'phone'],
      [{ email: 'nobody@example.org', phone: '(+31) 20 555 0142' }, 'phone'],
    ] as const) {
      const { customData, contact, enableAssign, crmLink } = await cardFor(visitor, 'a-token-nobody-has')
      assert.deepEqual(customData[0], { title: `Found by ${by}`, content: 'Given by the visitor, and not proven' })
      assert.deepEqual([contact, enableAssign, crmLink], [{}, true, `${url}/contacts/324`])
    }
  })

  test('C11 an unknown visitor gets only ok', async () => {
    for (const visitor of [
      {},
      { email: 'nobody@example.org' },
      { phone: '123' },
      { email: '', phone: '' },
      { email: '__proto__' },
    ]) {
      assert.deepEqual(await cardFor(visitor, null), NOTHING)
    }
    assert.deepEqual(await cardFor({}, 'constructor'), NOTHING)
    const { user_token: _, ...rest } = sample('chat-accepted-bare')
    assert.deepEqual(await (await post({ ...rest, user_token: null })).json(), { result: 'ok' })
  })

  test('C16 other events are logged once per id', async () => {
    for (const name of ['chat-assigned', 'chat-updated', 'chat-finished', 'offline-message', 'call-event-end']) {
      said.length = 0
      for (let time = 0; time < 2; time++) {
        const response = await post(sample(name), { id: `evt_of_${name}` })
        assert.deepEqual([response.status, await response.json()], [200, { result: 'ok' }])
      }
      assert.equal(said.length, 1, name)
    }
    assert.equal((await post({ event_name: 'of_next_year' })).status, 200)
    await post({ ...sample('offline-message'), message: 'a\nChat 1 belongs to "evil"' })
    assert.ok(said.every((line) => !line.includes('\n')))
  })

  test('C20 T38 an unsigned request is refused with 401 and has no effect', async () => {
    const event = sample('chat-accepted')
    const other = `whsec_${Buffer.alloc(32, 9).toString('base64')}`
    const refusals: [Promise<Response>, string][] = [
      [post(event, { secret: other }), 'wrong_signature'],
      [post(event, { more: { 'webhook-id': 'evt_other' } }), 'wrong_signature'],
      [post(event, { timestamp: now() - 400 }), 'too_old'],
      [post(event, { timestamp: now() + 400 }), 'too_new'],
      [fetch(`${url}/desk`, { method: 'POST', body: JSON.stringify(event) }), 'missing_header'],
    ]
    for (const [answer, reason] of refusals) {
      const response = await answer
      assert.equal(response.status, 401)
      assert.equal(((await response.json()) as { error: { code: string } }).error.code, reason)
    }
    assert.ok(said.every((line) => line.startsWith('Refused')))
    assert.equal((await post(event, { secret: NEXT })).status, 200, 'the next secret is good as well')
  })

  test('signed invalid, oversized or malformed requests do not stop the server', async () => {
    for (const body of ['', 'nonsense', '[]', 'null', '{}', '{"event_name":1}'])
      assert.equal((await post(body)).status, 400)
    assert.equal((await post({ ...sample('chat-accepted'), pad: 'x'.repeat(17 * 2 ** 20) })).status, 413)
    for (const event of ['chat_accepted', 'chat_finished', 'call_event']) {
      const response = await post({ event_name: event })
      assert.ok([200, 500].includes(response.status))
      assert.doesNotMatch(await response.text(), /undefined|Cannot read/)
    }
    assert.deepEqual(await cardFor({}), NOTHING)
  })

  test('crm_link leads to the page of the contact, and other paths are 404', async () => {
    const page = await fetch(`${url}/contacts/324`)
    assert.equal(page.status, 200)
    assert.match(await page.text(), /Vera Lind[^]*10482[^]*Shipped/)
    assert.match(page.headers.get('content-security-policy') ?? '', /^default-src 'none'/)
    for (const path of [
      '/',
      '/desk',
      '/contacts/',
      '/contacts/1',
      '/contacts/__proto__',
      '/contacts/..%2f324',
      '/contacts/%00',
    ])
      assert.equal((await fetch(url + path)).status, 404, path)
    assert.equal((await fetch(`${url}/contacts/324`, { method: 'DELETE' })).status, 404)
  })

  test('T1 a contact’s data is plain text on its page', () => {
    const attack = '</title><script>alert(1)</script><img src=x onerror="alert(\'1\')">&lt;'
    const order = { number: attack, date: attack, what: attack, status: attack }
    const page = toPage({ id: attack, name: attack, email: attack, phone: attack, since: attack, orders: [order] })
    assert.doesNotMatch(page, /<script|<img|&lt;/)
    assert.equal(page.split('&#60;script').length - 1, 10)
  })

  test('it starts only with a secret, and prints the address of the webhook', async () => {
    const start = (env: Record<string, string>) =>
      spawn(process.execPath, [MAIN], {
        env: { PATH: process.env['PATH'], PORT: '0', ...env },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
    for (const [env, why] of [
      [{}, /as Deskbell shows it/],
      [{ WEBHOOK_SECRET: 'whsec_c2hvcnQ=' }, /24 to 64 bytes/],
    ] as const) {
      const lost = start(env)
      const [words, [code]] = await Promise.all([text(lost.stderr), once(lost, 'exit')])
      assert.match(words, why)
      assert.equal(code, 1)
    }
    const crm = start({ WEBHOOK_SECRET: `${SECRET} ${NEXT}`, CRM_URL: 'https://crm.test' })
    const [line] = (await once(crm.stdout, 'data')) as [Buffer]
    assert.equal(line.toString(), "The webhook's URL is: https://crm.test/desk\n")
    crm.kill()
  })
})
