import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { BOT_REFUSALS, type BotRefusal } from '@deskbell/protocol/bot/errors'
import { ErrorBody } from '@deskbell/protocol'
import { Value } from 'typebox/value'
import { handClock, settle, type HandClock } from '../clock.ts'
import { testKinds } from '../db.ts'
import type { Answer } from '../test-server.ts'
import { startBotServer, textOf, TOKEN, until, type BotServer } from './server.ts'
import { pauseStore } from './pause.ts'

/** The most commands that wait for the commit. */
const QUEUE = 20_000
const SECURED = {
  tokenUrl: 'http://127.0.0.1:9/token',
  clientId: 'desk',
  secret: 'a secret of the two',
}

for (const kind of testKinds())
  describe(`answers to bot providers, ${kind}`, () => {
    let clock: HandClock
    let server: BotServer
    let chat = 0
    const log: string[] = []
    const reached = new Set<BotRefusal>()
    before(async () => {
      clock = handClock()
      server = await startBotServer({ kind, clock, onLog: (line) => log.push(line) })
      chat = await server.opensChat('customer')
      await until(() => server.eventsOf(chat).length === 1)
      // The database error that a message with this text causes.
      await server.services.db.administer(async (client) => {
        await client.query(`create function trouble() returns trigger language plpgsql as $$ begin
          if new.body->>'text' = 'a fault' then raise exception 'the store is on fire' using errcode = 'ZZ999'; end if;
          if new.body->>'text' = 'a loss' then raise exception 'the store has gone' using errcode = '08006'; end if;
          return new; end $$`)
        await client.query('create trigger trouble before insert on entry for each row execute function trouble()')
      })
    })
    after(() => server.close())

    const event = (text = 'hello', more: object = {}) => ({
      event: 'BOT_MESSAGE',
      id: '1',
      chat_id: String(chat),
      message: textOf(text),
      ...more,
    })
    /** The whole answer is that of the table. */
    function refused(answer: Answer, why: BotRefusal, field?: string, message?: string): void {
      const { status, code, message: usual } = BOT_REFUSALS[why]
      assert.equal(answer.status, status, answer.text)
      assert.ok(Value.Check(ErrorBody, answer.body), answer.text)
      assert.deepEqual(answer.body, {
        error: { code, message: message ?? usual, ...(field !== undefined && { field }) },
      })
      assert.equal(answer.headers.get('content-type'), 'application/json; charset=utf-8')
      assert.equal(answer.headers.get('cache-control'), 'no-store')
      const soon = [502, 503, 504, 429].includes(status)
      assert.equal(answer.headers.has('retry-after'), soon)
      if (soon) assert.ok(Number(answer.headers.get('retry-after')) >= 1)
      reached.add(why)
    }

    test('B14 200: an accepted event', async () => {
      const answer = await server.posts(event('first'))
      assert.deepEqual([answer.status, answer.text], [200, '{"result":"ok"}'])
    })

    test('B14 400: an invalid event, with the field that is wrong', async () => {
      const rows: [body: unknown, field: string | undefined, message: string | RegExp][] = [
        ['', undefined, 'The body is empty; a JSON object is expected'],
        ['{', undefined, 'The body is not valid JSON'],
        ['[]', undefined, 'The body must be a JSON object'],
        ['event=BOT_MESSAGE', undefined, 'The body is not valid JSON'],
        [`{"x":${'['.repeat(40)}${']'.repeat(40)}}`, undefined, /nested deeper/],
        [{}, '/event', /event is required/],
        [{ event: 5 }, '/event', /must be a string/],
        [{ event: 'BOT_MESSAGE', chat_id: '1' }, '/message', /message is required/],
        [{ event: 'BOT_MESSAGE', chat_id: '1', message: 'hi' }, '/message', /must be an object/],
        [event('', {}), '/message/text', /must not be blank/],
        [event('x', { chat_id: [1] }), '/chat_id', /string or an integer/],
      ]
      for (const [body, field, message] of rows) {
        const answer = await server.posts(body)
        const said = String(answer.body['error']?.['message'])
        if (typeof message === 'string') assert.equal(said, message)
        else assert.match(said, message)
        refused(answer, 'invalid', field, said)
      }
      const large = await server.posts(event('x'.repeat(70_000)))
      refused(large, 'invalid', undefined, 'The body is over 64 KiB')
    })

    test('B14 400: several credentials at once', async () => {
      const answer = await server.posts(event(), { headers: { authorization: 'Bearer x' } })
      refused(answer, 'invalid', undefined, String(answer.body['error']?.['message']))
      assert.match(answer.text, /Several credentials/)
    })

    test('B14 401: no bot has this token', async () => {
      for (const path of [`/bot/webhooks/helper/${TOKEN}x`, `/bot/webhooks/Helper/${TOKEN}`, '/bot/providers/helper/x'])
        refused(await server.posts(event(), { path }), 'token')
    })

    test('B14 401: no access token', async () => {
      await server.sets({ authorization: SECURED })
      refused(await server.posts(event(), { path: `/bot/providers/helper/${TOKEN}` }), 'authorization')
      const plain = await server.posts(event())
      assert.equal(plain.status, 401)
      assert.equal(plain.body['error']?.['code'], 'unauthorized_client')
      await server.sets({ authorization: null })
    })

    test('B14 403: a chat of another bot, and one that agents have', async () => {
      refused(await server.posts(event('x', { chat_id: '999' })), 'not_its_chat')
      const left = await server.opensChat('taken')
      await server.agent().accepts(left)
      refused(await server.posts(event('x', { chat_id: left })), 'too_late')
      const loud = await server.opensChat('loud')
      for (let i = 1; i <= 4; i++) await server.posts(event('same', { id: i, chat_id: loud }))
      refused(await server.posts(event('same', { id: 5, chat_id: loud })), 'paused')
    })

    test('B14 404: no such address', async () => {
      for (const path of [
        '/bot',
        '/bot/',
        '/bot/x',
        '/bot/webhooks',
        '/bot/webhooks/helper',
        `/bot/webhooks/helper/${TOKEN}/more`,
        `/bot/hooks/helper/${TOKEN}`,
        '/bot/oauth',
      ])
        refused(await server.posts(event(), { path }), 'not_found')
      refused(await server.ask('/bot/webhooks'), 'not_found')
    })

    test('B14 405: another method, and an unsupported event', async () => {
      for (const method of ['GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
        for (const path of [`/bot/webhooks/helper/${TOKEN}`, '/bot/providers/helper/x', '/bot/oauth/token']) {
          const answer = await server.ask(path, { method })
          refused(answer, 'method')
          assert.equal(answer.headers.get('allow'), 'POST')
        }
      for (const name of ['CLIENT_MESSAGE', 'AGENT_JOINED', 'CHAT_CLOSED', 'bot_message', ''])
        refused(await server.posts(event('x', { event: name })), 'event', '/event')
    })

    test('B14 T42 403: an erased chat gets the same answer as one that never existed', async () => {
      const gone = await server.opensChat('somebody to forget')
      await until(() => server.eventsOf(gone).length === 1)
      const { visitor } = await server.agent().chat(gone)
      const erased = await server.agent().call('DELETE', `/visitors/${visitor.number}`)
      assert.equal(erased.status, 200, erased.text)
      for (const chatId of [gone, 987_654_321]) {
        refused(await server.posts(event('late', { chat_id: String(chatId) })), 'not_its_chat')
        refused(await server.invites(chatId), 'not_its_chat')
      }
    })

    test('B14 429: more than the limit, for this bot alone', async () => {
      const limits = async (name: string, rate: number) => {
        const { db, directory } = server.services
        const text = `update account set settings = jsonb_set(settings, array['limits', $1], $2::jsonb)`
        await db.query({ name: 'test_limits', text }, [name, String(rate)])
        await db.query({ name: 'test_revision', text: 'update account set revision = revision + 1' }, [])
        await directory.refresh()
      }
      await limits('botRequestsPerToken', 10)
      const answers = []
      for (let i = 0; i < 25; i++) answers.push(await server.invites(chat, String(i)))
      const [late] = answers.filter(({ status }) => status === 429)
      assert.ok(late)
      assert.equal(answers.filter(({ status }) => status === 200).length, 20)
      refused(late, 'rate')
      assert.ok(late.headers.has('ratelimit-policy'))
      await clock.move(1000)
      assert.equal((await server.invites(chat)).status, 200)
      await limits('botRequestsPerToken', 0)
      await limits('notFoundPerAddress', 0.33)
      const guesses = []
      for (let i = 0; i < 25; i++)
        guesses.push(await server.posts(event(), { path: `/bot/webhooks/helper/guess-${i}` }))
      refused(guesses.at(-1) as Answer, 'rate')
      refused(await server.invites(chat), 'rate')
      await limits('notFoundPerAddress', 0)
    })

    test('B14 500: a server fault, which is logged; nothing is stored', async () => {
      const before = log.length
      const story = await server.story(chat)
      refused(await server.posts(event('a fault')), 'fault')
      assert.ok(log.slice(before).some((line) => line.includes('a request of a bot provider failed')))
      assert.ok(!log.slice(before).join('').includes(TOKEN))
      assert.equal(await server.story(chat), story)
      assert.equal((await server.posts(event('no fault'))).status, 200)
    })

    test('B14 502: the database is lost during the write', async () => {
      const story = await server.story(chat)
      refused(await server.posts(event('a loss')), 'away')
      assert.equal(await server.story(chat), story)
      assert.equal((await server.posts(event('no loss'))).status, 200)
    })

    test('B14 503: too many commands wait for the commit', async () => {
      const resumes = await pauseStore(server.services.db)
      const { commit } = server.services
      const waiting: Promise<unknown>[] = []
      const input = { account: 1, target: { chat }, command: { type: 'time.pass' } } as const
      const fill = () => {
        for (let n = commit.waiting; n < QUEUE; n++) waiting.push(commit(input).catch(() => {}))
      }
      // The first of them are in the commit that is stalled, and fail after a while: the next ones take their place.
      fill()
      await settle(5)
      const asked = server.posts(event('in the crowd'))
      let isAnswered = false
      void asked.finally(() => (isAnswered = true))
      while (!isAnswered) {
        fill()
        await setImmediate()
      }
      const answer = await asked
      // Their answers are not read.
      await clock.move(2500)
      await resumes()
      await Promise.all(waiting)
      refused(answer, 'busy')
      await server.quiet()
      assert.ok(!(await server.agent().entries(chat)).some((entry) => 'text' in entry && entry.text === 'in the crowd'))
      assert.equal((await server.posts(event('alone'))).status, 200)
    })

    test('B14 504: the database does not answer', async () => {
      const resumes = await pauseStore(server.services.db)
      const asked = server.posts(event('in vain'))
      // The time limit begins when the request has arrived.
      let isAnswered = false
      void asked.finally(() => (isAnswered = true))
      while (!isAnswered) await clock.move(500)
      refused(await asked, 'slow')
      await clock.move(2000)
      await resumes()
      await server.quiet()
    })

    test('B14 502: the database is closed', async () => {
      await server.services.db.close()
      refused(await server.posts(event('hello?')), 'away')
      refused(await server.posts({ ...event('hello?'), chat_id: undefined }), 'away')
    })

    test('B14 the tests have seen every refusal', () => {
      assert.deepEqual([...reached].toSorted(), Object.keys(BOT_REFUSALS).toSorted())
    })
  })
