import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import fc from 'fast-check'
import { ErrorBody } from '@deskbell/protocol'
import { Value } from 'typebox/value'
import { extent, seedOfRun, tell } from '../../../../tools/extent.ts'
import { handClock, type HandClock } from '../clock.ts'
import { testKinds } from '../db.ts'
import { bodyOf, mutation, pathsOf } from '../fuzz/mutations.ts'
import type { Answer } from '../test-server.ts'
import { startBotServer, TOKEN, until, type BotServer } from './server.ts'

const TIMES = extent(300, 10_000)
/** Each a chat of its own, so that no limit of one of them stands in the way of what is looked for. */
const CHATS = 40

const SEEDS: object[] = [
  { event: 'BOT_MESSAGE', id: '1', client_id: '1', chat_id: '1', message: { type: 'TEXT', text: 'hi', timestamp: 1 } },
  {
    event: 'BOT_MESSAGE',
    id: 7,
    message: { type: 'MARKDOWN', content: '**b** [a](https://a.test)', text: 'b', timestamp: '1' },
  },
  {
    event: 'BOT_MESSAGE',
    id: '1',
    message: {
      type: 'BUTTONS',
      title: 'Sure?',
      text: 'Sure?',
      buttons: [
        { id: '1', text: 'Yes' },
        { id: 2, text: 'No' },
      ],
      timestamp: 1,
    },
  },
  { event: 'INVITE_AGENT', id: '1', client_id: '1', chat_id: '1' },
]

for (const kind of testKinds())
  describe(`hostile input from providers, ${kind}`, () => {
    let clock: HandClock
    let server: BotServer
    let chats: number[] = []
    const faults: string[] = []
    before(async () => {
      clock = handClock()
      server = await startBotServer({ kind, clock, onLog: (line) => line.includes('"error"') && faults.push(line) })
      for (let i = 0; i < CHATS; i++) chats.push(await server.opensChat(`customer ${i}`))
      await until(() => server.receivedEvents().length === CHATS)
    })
    after(() => server.close())

    /** Sends the text as it is, with lone surrogates as the bytes that some clients send for them. */
    const sends = (body: string): Promise<Answer> =>
      server.ask(`/bot/webhooks/helper/${TOKEN}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: Buffer.from(body, 'utf8'),
      })

    function check(body: string, answer: Answer): void {
      const title = `${answer.status} ${answer.text} to ${body.slice(0, 500)}`
      assert.ok(answer.status < 500, title)
      if (answer.status === 200) return assert.equal(answer.text, '{"result":"ok"}', title)
      assert.ok([400, 403, 405].includes(answer.status), title)
      assert.ok(Value.Check(ErrorBody, answer.body), title)
      const { code, message, field } = (
        answer.body as unknown as { error: { code: string; message: string; field?: string } }
      ).error
      assert.equal(code, 'invalid_request', title)
      assert.ok(message.length > 10, title)
      let sent: unknown
      try {
        sent = JSON.parse(body.replace(/^\ufeff/, ''))
      } catch {
        return
      }
      // An object is refused for one of its fields, or for its size or depth.
      if (
        answer.status === 400 &&
        typeof sent === 'object' &&
        sent !== null &&
        !Array.isArray(sent) &&
        field === undefined
      )
        assert.match(message, /nested deeper|more than \d+ keys|over 64 KiB/, title)
      if (field !== undefined) assert.match(field, /^\/(event|id|chat_id|client_id|message)(\/\w+)*$/, title)
    }

    test('F1 T29 T31 random bodies are refused with a sentence or taken as they are', async () => {
      let taken = 0
      let done = 0
      await fc.assert(
        fc.asyncProperty(
          fc.constantFrom(...SEEDS),
          fc.array(mutation, { minLength: 0, maxLength: 3 }),
          fc.nat(CHATS - 1),
          async (seed, mutations, i) => {
            const chat = chats[i] ?? 0
            const body = bodyOf({ ...seed, chat_id: String(chat) }, mutations)
            const answer = await sends(body)
            check(body, answer)
            if (answer.status === 200) taken++
            // An accepted message can be read.
            if (++done % 50 === 0) assert.ok((await server.agent().entries(chat)).length > 0)
            if (done % 10 === 0) await clock.move(1000)
          },
        ),
        { numRuns: TIMES, seed: seedOfRun() },
      )
      tell({ what: `F1 bodies of bots, ${kind}`, count: done, violations: faults.length })
      assert.ok(taken > TIMES / 20 && taken < TIMES, `${taken} of ${done} were taken`)
      assert.equal(({} as { polluted?: unknown }).polluted, undefined)
      assert.deepEqual(faults, [])
    })

    test('T29 every field with every odd value, one at a time', async () => {
      chats = []
      for (let i = 0; i < CHATS; i++) chats.push(await server.opensChat(`one at a time ${i}`))
      await server.quiet()
      const values: unknown[] = [
        { $gt: '' },
        [],
        [1],
        {},
        true,
        -1,
        1.5,
        1e308,
        2 ** 53,
        '',
        ' ',
        "' OR 1=1--",
        '\u0000',
        null,
      ]
      let asked = 0
      for (const seed of SEEDS)
        for (const path of pathsOf(seed).filter((one) => one.length > 0))
          for (const value of values) {
            const [field = '', ...inner] = path
            const event = structuredClone({ ...seed, chat_id: String(chats[asked % CHATS]) }) as Record<string, unknown>
            const holder = inner.slice(0, -1).reduce<unknown>((one, key) => (one as never)[key], event[field])
            if (inner.length === 0) event[field] = value
            else (holder as Record<string | number, unknown>)[inner.at(-1) ?? ''] = value
            const body = JSON.stringify(event)
            check(body, await sends(body))
            asked++
          }
      assert.ok(asked > 300)
      assert.deepEqual(faults, [])
      assert.equal((await server.agent().call('GET', '/bots/1')).status, 200, 'nothing was dropped')
    })

    test('T31 a body that is too large, too deep or too wide is refused early', async () => {
      const event = '{"event":"INVITE_AGENT","id":"1","chat_id":"1","x":'
      const bodies = [
        `${event}${'['.repeat(30_000)}`,
        `${event}${'['.repeat(40)}${']'.repeat(40)}}`,
        `${event}{${Array.from({ length: 3000 }, (_, i) => `"k${i}":1`).join(',')}}}`,
        `${event}"${'x'.repeat(65_536)}"}`,
        Buffer.from(`${event}1}`, 'utf16le').toString('latin1'),
      ]
      for (const body of bodies) {
        const began = performance.now()
        const answer = await sends(body)
        assert.equal(answer.status, 400)
        assert.equal(answer.body['error']?.['code'], 'invalid_request')
        assert.ok(performance.now() - began < 2000)
      }
      const polluting = '{"__proto__":{"polluted":1,"event":"INVITE_AGENT"},"constructor":{"prototype":{"polluted":1}}}'
      const answer = await sends(polluting)
      assert.deepEqual([answer.status, answer.body['error']?.['field']], [400, '/event'])
      assert.equal(({} as { polluted?: unknown }).polluted, undefined)
    })

    test('T29 token requests with any content are refused with errors of the RFC', async () => {
      const values = ['', ' ', "' OR 1=1--", '\u0000', '%00', '%', '%ff', 'x'.repeat(20_000), '__proto__', ':', '🙂']
      for (const value of values)
        for (const name of ['grant_type', 'client_id', 'client_secret', 'scope', '__proto__'])
          for (const header of [
            undefined,
            `Basic ${Buffer.from(value).toString('base64')}`,
            `Basic ${Buffer.from(`${value}:${value}`).toString('base64')}`,
            'Basic',
            'Basic %%%',
          ]) {
            const form = new URLSearchParams({ grant_type: 'client_credentials', client_id: 'a', client_secret: 'b' })
            form.set(name, value)
            if (header !== undefined && name !== 'client_secret') form.delete('client_secret')
            const answer = await server.ask('/bot/oauth/token', {
              method: 'POST',
              body: form.toString(),
              headers: {
                'content-type': 'application/x-www-form-urlencoded',
                ...(header !== undefined && header.length < 10_000 && { authorization: header }),
              },
            })
            const title = `${name} ${JSON.stringify(value).slice(0, 40)} ${header?.slice(0, 40)}: ${answer.status} ${answer.text}`
            assert.ok([400, 401].includes(answer.status), title)
            assert.match(
              String(answer.body['error']),
              /^(invalid_request|invalid_client|unsupported_grant_type)$/,
              title,
            )
          }
      assert.deepEqual(faults, [])
    })

    test('T29 paths with any content are refused', async () => {
      for (const odd of ['%00', '%ff', '%', "'%20OR%201=1--", '..%2f', '%2e%2e', 'x'.repeat(5000), '__proto__', '🙂'])
        for (const path of [
          `/bot/webhooks/${odd}/${TOKEN}`,
          `/bot/webhooks/helper/${odd}`,
          `/bot/providers/${odd}/${odd}`,
          `/bot/${odd}`,
        ]) {
          const answer = await server.posts({ event: 'INVITE_AGENT', chat_id: '1' }, { path })
          assert.ok(
            answer.status >= 400 && answer.status < 500,
            `${path.slice(0, 60)}: ${answer.status} ${answer.text.slice(0, 200)}`,
          )
          assert.ok(Value.Check(ErrorBody, answer.body), `${path.slice(0, 60)}: ${answer.text.slice(0, 200)}`)
        }
      assert.deepEqual(faults, [])
    })
  })
