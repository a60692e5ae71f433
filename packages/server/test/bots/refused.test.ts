import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import type { Sandbox, SandboxLine } from '@deskbell/protocol/agent/bot'
import { handClock, type HandClock } from '../clock.ts'
import { testKinds } from '../db.ts'
import { asked, startBotServer, textOf, TOKEN, until, type BotServer } from './server.ts'

const OTHER_TOKEN = 'provider-token-2'
const AUTHORIZED = 'provider-token-3'
const SECRET = 'a secret of theirs'

for (const kind of testKinds())
  describe(`refused requests of a provider, ${kind}`, () => {
    let clock: HandClock
    let server: BotServer
    before(async () => {
      clock = handClock()
      server = await startBotServer({
        kind,
        clock,
        bots: [
          { name: 'Other', providerId: 'helper', providerUrl: 'http://127.0.0.1:9/', token: OTHER_TOKEN },
          {
            name: 'Authorized',
            providerId: 'authorized',
            providerUrl: 'http://127.0.0.1:9/',
            token: AUTHORIZED,
            authorization: { tokenUrl: 'http://127.0.0.1:9/token', clientId: 'them', secret: SECRET },
          },
        ],
      })
    })
    afterEach(() => server.provider.answers({ result: 'ok' }))
    after(() => server.close())

    /** A sandbox conversation in which the provider has taken one message. */
    async function trying(bot = 1) {
      const path = `/bots/${bot}/sandboxes`
      const begun = (await server.agent().call('POST', path, {})).body as unknown as Sandbox
      const step = { event: 'CLIENT_MESSAGE', text: 'try' }
      await server.agent().call('POST', `${path}/${begun.id}`, step)
      const lines = async () =>
        ((await server.agent().call('GET', `${path}/${begun.id}`)).body as unknown as Sandbox).lines
      return {
        ...begun,
        lines,
        /** The line of its next refused request. */
        async refused(count = 1): Promise<SandboxLine> {
          let found: SandboxLine[] = []
          await until(
            async () =>
              (found = (await lines()).filter(({ direction, ok }) => direction === 'in' && !ok)).length >= count,
            () => `${found.length} refused requests are shown, not ${count}`,
          )
          assert.equal(found.length, count)
          const line = found.at(-1)
          assert.ok(line)
          return line
        },
        /** Waits, in real time, until the lines are written. */
        async shows(count: number): Promise<void> {
          await server.quiet()
          assert.equal((await lines()).filter(({ direction }) => direction === 'in').length, count)
        },
      }
    }
    const says = (message: unknown, more: object = {}) => ({ event: 'BOT_MESSAGE', id: '1', message, ...more })

    test('B14 a refused request is shown in the sandbox, with its content, the answer, and the reason', async () => {
      const sandbox = await trying()
      const event = says({ type: 'TEXT' }, { chat_id: String(sandbox.id) })
      const answer = await server.posts(event)
      assert.equal(answer.status, 400)
      assert.deepEqual(await sandbox.refused(), {
        direction: 'in',
        at: clock.now(),
        ms: 0,
        event: 'BOT_MESSAGE',
        ok: false,
        verdict: 'Refused: message.text is required: a string that is not blank.',
        url: '/bot/webhooks/helper/*',
        status: 400,
        request: { headers: { 'content-type': 'application/json' }, body: JSON.stringify(event) },
        response: {
          headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
          body: answer.text,
        },
      })
    })

    test('B14 every kind of refusal is shown, with its status and reason', async () => {
      const sandbox = await trying()
      const chat = { chat_id: sandbox.id }
      const path = `/bot/providers/helper/${TOKEN}`
      const rows: [
        event: unknown,
        how: Parameters<BotServer['posts']>[1],
        status: number,
        event: string,
        why: RegExp,
      ][] = [
        ['{"event":', {}, 400, '', /JSON/],
        ['[]', {}, 400, '', /object/],
        [{ ...chat, event: 'BOT_SAYS' }, {}, 405, 'BOT_SAYS', /BOT_MESSAGE and INVITE_AGENT/],
        [{ ...chat, event: 7 }, {}, 400, '', /event must be a string/],
        [{ event: 'INVITE_AGENT', chat_id: true }, {}, 400, 'INVITE_AGENT', /chat_id must be/],
        [says(textOf('x'), { chat_id: 987_654 }), {}, 403, 'BOT_MESSAGE', /no such chat/],
        [says(textOf('x'), chat), { path }, 401, 'BOT_MESSAGE', /access token/],
        [says(textOf('x'), chat), { headers: { authorization: 'Bearer abcdef' } }, 400, 'BOT_MESSAGE', /Several cred/],
        [says(textOf('x'), chat), { headers: { 'idempotency-key': 'k'.repeat(300) } }, 400, 'BOT_MESSAGE', /Idempot/],
        [says(textOf('x'), chat), { method: 'PUT' }, 405, 'BOT_MESSAGE', /POST only/],
        [says(textOf('x'.repeat(70_000)), chat), {}, 400, '', /64 KiB/],
      ]
      for (const [i, [event, how, status, name, why]] of rows.entries()) {
        assert.equal((await server.posts(event, how)).status, status, `row ${i}`)
        const line = await sandbox.refused(i + 1)
        assert.deepEqual([line.status, line.event], [status, name], `row ${i}`)
        assert.match(line.verdict, why)
        assert.ok(!JSON.stringify(line).includes('abcdef'), 'credentials are not shown')
      }
    })

    test('B1 a request that names no chat while several wait for the bot is shown in the sandbox', async () => {
      const customers = [await server.opensChat('waits'), await server.opensChat('waits too')]
      const sandbox = await trying()
      assert.equal((await server.posts(says(textOf('for whom?')))).status, 400)
      assert.match((await sandbox.refused()).verdict, /chat_id is required/)
      for (const chat of customers) assert.equal((await server.says(chat, 'hello')).status, 200)
    })

    test('B12 a refused request for a visitor’s chat is not shown in the sandbox', async () => {
      const chat = await server.opensChat('an agent has them')
      const [{ client_id, id } = { client_id: '', id: '' }] =
        (await until(() => server.eventsOf(chat).length > 0), server.eventsOf(chat))
      const sandbox = await trying()
      await server.agent().accepts(chat)
      assert.equal((await server.says(chat, 'too late')).status, 403)
      const wrong = { type: 'TEXT' }
      for (const named of [{ chat_id: chat }, { client_id }, { id }])
        assert.equal((await server.posts({ ...says(wrong), ...named })).status, 400)
      await sandbox.shows(0)
      // Lines are in order, so this one would come after them.
      await server.posts(says(wrong, { chat_id: sandbox.id }))
      await sandbox.refused(1)
      await server.agent().closes(chat)
    })

    test('B14 after a refused request the sandbox still waits for a reply', async () => {
      const sandbox = await trying()
      await server.posts(says({ type: 'TEXT' }))
      await sandbox.refused()
      assert.equal((await server.posts(says(textOf('better')))).status, 200)
      await sandbox.shows(2)
      assert.equal((await sandbox.lines()).at(-1)?.verdict, 'The visitor reads this text.')
    })

    test('B14 a request with a wrong token is shown too, without its content', async () => {
      const [sandbox, other] = [await trying(), await trying(2)]
      const event = says(textOf('somebody’s secret'), { chat_id: sandbox.id })
      assert.equal((await server.posts(event, { path: '/bot/webhooks/helper/not-the-token-of-it' })).status, 401)
      for (const one of [sandbox, other]) {
        const line = await one.refused()
        assert.deepEqual([line.status, line.event, line.url], [401, '', '/bot/webhooks/helper/*'])
        assert.match(line.verdict, /token at the end of the address/)
        assert.deepEqual(line.request, { headers: {}, body: '' })
        assert.match(line.response?.body ?? '', /invalid_client/)
      }
    })

    test('B15 wrong client credentials are shown, and so is an expired access token', async () => {
      const sandbox = await trying(3)
      const form = (secret: string) => ({
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: `grant_type=client_credentials&client_id=them&client_secret=${secret}`,
      })
      assert.equal((await server.server.ask('/bot/oauth/token', form('wrong-secret'))).status, 401)
      const line = await sandbox.refused()
      assert.deepEqual([line.status, line.url], [401, '/bot/oauth/token'])
      assert.match(line.verdict, /client id and secret/)
      const path = `/bot/providers/authorized/${AUTHORIZED}`
      const headers = { authorization: 'Bearer dba_ended' }
      assert.equal((await server.posts(says(textOf('x')), { path, headers })).status, 401)
      const ended = await sandbox.refused(2)
      assert.match(ended.verdict, /no valid access token/)
      assert.equal(ended.url, '/bot/providers/authorized/*')
      assert.equal(ended.request.headers['authorization'], '••••••••')
    })

    test('B11 a refused event in the answer is shown with the reason', async () => {
      await server.sets({ answerInBody: true })
      try {
        for (const [answer, why] of [
          [says({ type: 'TEXT' }), /message\.text is required/],
          [says(textOf('x'), { chat_id: '77' }), /cannot name another chat/],
          [{ event: 'CHAT_CLOSED' }, /not accepted here/],
        ] as const) {
          server.provider.answers(answer)
          const line = await (await trying()).refused()
          assert.deepEqual([line.url, line.status, line.response], ['in the answer', null, null])
          assert.match(line.verdict, why)
        }
        server.provider.answers({ result: 'ok' })
        await (await trying()).shows(0)
      } finally {
        await server.sets({ answerInBody: false })
      }
    })

    test('B14 a request that names no chat is not shown in a sandbox conversation last used ten minutes ago', async () => {
      const sandbox = await trying()
      const before = server.provider.requests.length
      await clock.jump(601_000)
      await server.posts(says({ type: 'TEXT' }))
      await server.posts(says({ type: 'TEXT' }, { chat_id: sandbox.id }))
      await sandbox.refused(1)
      await asked(server.provider, before)
    })
  })
