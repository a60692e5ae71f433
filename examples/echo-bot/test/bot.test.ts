import assert from 'node:assert/strict'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { createServer as createTcpServer, type AddressInfo, type Server } from 'node:net'
import { text } from 'node:stream/consumers'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'

const TOKEN = 'a-token-for-tests-only'
const BOT = fileURLToPath(new URL('../bot.ts', import.meta.url))

interface Told {
  event: string
  id: string
  client_id: string
  chat_id: string
  message?: { type: string; text: string; content?: string; title?: string; buttons?: object[]; timestamp: number }
  body: string
  key: string
}

/** A server that records the bot's requests, and refuses as often as a test says. */
const told: Told[] = []
const refusals: number[] = []
let onTold = () => {}
let read = 0
const deskbell = createServer((request, response) => {
  void text(request).then((body) => {
    assert.equal(request.url, `/bot/webhooks/echo/${TOKEN}`)
    told.push({ ...(JSON.parse(body) as Told), body, key: String(request.headers['idempotency-key']) })
    const status = refusals.shift() ?? 200
    response.writeHead(status, status === 200 ? {} : { 'retry-after': '1' }).end('{"result":"ok"}')
    onTold()
  })
})

let bot: ChildProcess
let port: number
before(async () => {
  const botUrl = `http://127.0.0.1:${await listen(deskbell)}/bot`
  const other = createTcpServer()
  port = await listen(other)
  other.close()
  await once(other, 'close')
  const env = { PATH: process.env['PATH'], TOKEN, BOT_URL: botUrl, PORT: String(port) }
  bot = spawn(process.execPath, [BOT], { env, stdio: ['ignore', 'pipe', 'ignore'] })
  const [said] = (await once(bot.stdout!, 'data')) as [Buffer]
  assert.equal(said.toString(), `Provider URL: http://localhost:${port}/desk\n`)
})
after(() => {
  bot.kill()
  deskbell.closeAllConnections()
  deskbell.close()
})

async function listen(server: Server): Promise<number> {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return (server.address() as AddressInfo).port
}

let serial = 0
async function tells(event: string, fields: object = {}): Promise<void> {
  const body = JSON.stringify({ event, id: `event-${++serial}`, client_id: '7', chat_id: '1', ...fields })
  assert.equal((await post(`/desk/${TOKEN}`, body)).status, 200)
}

const post = (path: string, body: string) => fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST', body })
const writes = (said: string, more: object = {}) =>
  tells('CLIENT_MESSAGE', { message: { type: 'TEXT', text: said, timestamp: 1_700_000_000, ...more } })

/** The bot's next request. */
async function receives(): Promise<Told> {
  if (read === told.length)
    await new Promise<void>((resolve, reject) => {
      const late = setTimeout(() => reject(new Error('The bot said nothing')), 10_000)
      onTold = () => {
        clearTimeout(late)
        resolve()
      }
    })
  return told[read++]!
}

describe('the echo bot', () => {
  test('repeats visitors’ messages', async () => {
    await writes('Hello, **Bot** 🙂')
    const { event, id, client_id, chat_id, message, key } = await receives()
    assert.deepEqual([event, client_id, chat_id, key], ['BOT_MESSAGE', '7', '1', id])
    assert.deepEqual(message, { type: 'TEXT', text: 'Hello, **Bot** 🙂', timestamp: 1_700_000_000 })
  })

  test('offers buttons, and recognizes them by id and by text', async () => {
    await writes(' Help ')
    const { message } = await receives()
    assert.equal(message?.type, 'BUTTONS')
    assert.ok(message.title && message.text)
    assert.deepEqual(message.buttons, [
      { id: 'who', text: 'Who' },
      { id: 'agent', text: 'Agent' },
    ])
    for (const more of [{}, { button_id: 'who' }]) {
      await writes('who', more)
      const { type, content, text: plain } = (await receives()).message ?? {}
      assert.deepEqual([type, content, plain], ['MARKDOWN', 'I **only** repeat.', 'I only repeat.'])
    }
  })

  test('calls an agent, and asks for an address when none comes', async () => {
    await writes('I want one', { button_id: 'agent' })
    const { event, client_id, chat_id, message } = await receives()
    assert.deepEqual([event, client_id, chat_id, message], ['INVITE_AGENT', '7', '1', undefined])
    await tells('AGENT_UNAVAILABLE')
    assert.match((await receives()).message?.text ?? '', /e-mail/)
    await tells('AGENT_JOINED')
    await tells('CHAT_RATED')
    await writes('Only this')
    assert.equal((await receives()).message?.text, 'Only this')
  })

  test('answers in order, and repeats its answer to a repeated event with the same key', async () => {
    const texts = Array.from({ length: 10 }, (_, i) => `number ${i}`)
    for (const said of texts) await writes(said)
    const heard: (string | undefined)[] = []
    for (const _ of texts) heard.push((await receives()).message?.text)
    assert.deepEqual(heard, texts)
    const again = { id: 'the-same', message: { type: 'TEXT', text: 'Once', timestamp: 1 } }
    await tells('CLIENT_MESSAGE', again)
    await tells('CLIENT_MESSAGE', again)
    const [first, second] = [await receives(), await receives()]
    assert.deepEqual([first.body, first.key], [second.body, second.key])
  })

  test('repeats a request that a busy server refused, and no other refusal', async () => {
    refusals.push(503, 403)
    await writes('Busy')
    await writes('Still here')
    const [first, second] = [await receives(), await receives()]
    assert.equal(first.body, second.body, 'what comes later waits')
    assert.equal(first.key, second.key)
    assert.equal((await receives()).message?.text, 'Still here')
  })

  test('refuses requests without the token, and keeps running after invalid ones', async () => {
    assert.equal((await post('/desk/another-token-for-tests', '{}')).status, 404)
    assert.equal((await post('/desk/', '{}')).status, 404)
    assert.equal((await post(`/desk/${TOKEN}x`, '{}')).status, 404)
    for (const body of ['', 'nonsense', 'null', '"text"', '[]', '{}'])
      assert.ok([200, 400].includes((await post(`/desk/${TOKEN}`, body)).status))
    await tells('CLIENT_MESSAGE', { message: null })
    await writes('Alive')
    assert.equal((await receives()).message?.text, 'Alive')
  })

  test('does not start without a token', async () => {
    const lost = spawn(process.execPath, [BOT], {
      env: { PATH: process.env['PATH'] },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    const [said, [code]] = await Promise.all([text(lost.stderr), once(lost, 'exit')])
    assert.match(said, /TOKEN is not set/)
    assert.equal(code, 1)
  })
})
