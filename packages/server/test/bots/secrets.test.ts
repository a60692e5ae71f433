import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { handClock, type HandClock } from '../clock.ts'
import { testKinds } from '../db.ts'
import { startIntegratorServer, type IntegratorServer, type Received } from '../integrator-server.ts'
import { startBotServer, textOf, until, type BotServer } from './server.ts'

/** Set as secrets, and searched for everywhere else. */
const TOKEN = 'planted+provider&token'
const ID = 'desk'
const SECRET = 'planted~oauth~secret'
const ACCESS = 'planted.access.token'
const PLANTED = [TOKEN, SECRET, ACCESS]

for (const kind of testKinds())
  describe(`secrets of a bot, ${kind}`, () => {
    let clock: HandClock
    let server: BotServer
    let tokens: IntegratorServer
    const log: string[] = []
    before(async () => {
      clock = handClock()
      tokens = await startIntegratorServer({ clock })
      tokens.answers({ access_token: ACCESS, token_type: 'Bearer' })
      server = await startBotServer({
        kind,
        clock,
        onLog: (line) => log.push(line),
        bot: {
          token: TOKEN,
          silenceLimit: 86_400,
          authorization: { tokenUrl: `${tokens.url}/?key=${SECRET}`, clientId: ID, secret: SECRET },
        },
      })
    })
    after(async () => {
      await server.close()
      await tokens.close()
    })

    /** Every encoding in which a secret may appear. */
    const forms = PLANTED.flatMap((text) => [
      text,
      encodeURIComponent(text),
      JSON.stringify(text).slice(1, -1),
      Buffer.from(text).toString('hex'),
      Buffer.from(text).toString('base64').replace(/=+$/, ''),
      Buffer.from(`${ID}:${text}`).toString('base64').replace(/=+$/, ''),
    ])
    const assertClean = (text: string, where: string) => {
      for (const form of forms) assert.ok(!text.includes(form), `${where} holds ${form}: ${around(text, form)}`)
    }
    const around = (text: string, form: string) => {
      const at = text.indexOf(form)
      return text.slice(Math.max(0, at - 120), at + form.length + 40)
    }
    const dump = async (table: string) =>
      JSON.stringify(
        await server.services.db.query(
          { name: `test_dump_${table}`, text: `select t::text as row from ${table} t` },
          [],
        ),
      )
    /** Answers that repeat the request: the 404 of Express, and an echo server. */
    const echoes = (status: number) =>
      server.provider.behaves((request: Received, response) => {
        const body = `Cannot POST ${request.path} ${JSON.stringify(request.headers)} ${decodeURIComponent(request.path)}`
        response.writeHead(status, {
          'content-type': 'text/html',
          location: request.path,
          'x-asked': request.headers.join(),
        })
        response.end(body)
      })

    async function plays(): Promise<void> {
      const ways: (() => void)[] = [
        () => server.provider.answers({ result: 'ok' }),
        () => echoes(200),
        () => echoes(404),
        () => echoes(302),
        () => server.provider.fails(2, 401),
        () => server.provider.resets(),
        () => server.provider.garbage(),
      ]
      for (const [i, way] of ways.entries()) {
        way()
        const chat = await server.opensChat(`customer ${i}`)
        await server.passes(6500, 3250)
        assert.ok(server.eventsOf(chat).length > 0 || i > 2, `way ${i}`)
      }
      await server.sets({ enabled: false })
      await server.sets({ enabled: true })
      echoes(500)
      const sandbox = (await server.agent().call('POST', '/bots/1/sandboxes', {})).body['id'] as unknown as number
      const steps = [{ event: 'CLIENT_MESSAGE', text: 'try' }, { event: 'AGENT_JOINED' }]
      for (const step of steps)
        assert.equal((await server.agent().call('POST', `/bots/1/sandboxes/${sandbox}`, step)).status, 200)
      for (const path of [
        `/bot/webhooks/helper/${encodeURIComponent(TOKEN)}`,
        `/bot/providers/helper/${encodeURIComponent(TOKEN)}`,
      ])
        for (const chat of [sandbox, 1])
          await server.posts(
            { event: 'BOT_MESSAGE', id: '1', chat_id: chat, message: textOf('x') },
            { path, headers: { authorization: `Bearer ${ACCESS}` } },
          )
      await server.posts('{', { path: `/bot/webhooks/helper/${encodeURIComponent(TOKEN)}` })
      // A failing trigger causes a fault, which is logged.
      await server.services.db.administer((client) => client.query('alter table bot rename column client_id to gone'))
      await server.services.db.query({ name: 'test_revision', text: 'update account set revision = revision + 1' }, [])
      await server.passes(3000)
      await server.services.db.administer((client) => client.query('alter table bot rename column gone to client_id'))
      tokens.behaves((request, response) =>
        response.writeHead(500).end(`${request.body} ${request.headers.join()} ${SECRET}`),
      )
      await clock.jump(7_200_000)
      await server.opensChat('customer of a broken token server')
      await server.passes(6500, 3250)
      await server.ends()
    }

    test('T15 T44 tokens and secrets appear in no log line, no row and no page', async () => {
      await plays()
      await until(() => log.length > 0)
      assertClean(log.join('\n'), 'the log')
      for (const table of ['attempt', 'delivery', 'bot_sandbox', 'bot', 'entry', 'chat', 'idempotency'])
        assertClean(table === 'bot' ? (await dump(table)).replaceAll(`?key=${SECRET}`, '') : await dump(table), table)
      assert.ok((await dump('attempt')).includes('Cannot POST'), 'what a provider answers is kept')
      const pages = ['/bots', '/bots/1', '/bots/1/deliveries', '/chats', '/openapi.json', '/channels']
      for (const page of pages) {
        const answer = await server.agent().call('GET', page)
        assertClean(answer.text.replaceAll(`?key=${SECRET}`, ''), page)
      }
      const { body } = await server.agent().call('GET', '/bots/1/deliveries')
      for (const { id } of body['deliveries'] as unknown as { id: number }[])
        assertClean((await server.agent().call('GET', `/deliveries/${id}`)).text, `delivery ${id}`)
    })

    test('T15 an agent without the owner’s role cannot read a bot’s settings', async () => {
      for (const page of ['/bots', '/bots/1', '/bots/1/deliveries'])
        assert.equal((await server.agent('bob@shop.test').call('GET', page)).status, 403, page)
    })

    test('T15 saving the masked token and secret keeps their values', async () => {
      const { body } = await server.agent().call('GET', '/bots/1')
      await server.sets({
        token: body['token'],
        authorization: body['authorization'],
        name: 'Helper again',
      })
      server.provider.answers({ result: 'ok' })
      tokens.answers({ access_token: ACCESS, token_type: 'Bearer' })
      await server.sets({ enabled: false })
      await server.sets({ enabled: true })
      const chat = await server.opensChat('customer at last')
      await until(() => server.eventsOf(chat).length > 0)
      assert.equal(server.provider.requests.at(-1)?.path, `/hook/${encodeURIComponent(TOKEN)}`)
      assert.equal(server.provider.requests.at(-1)?.header('authorization'), `Bearer ${ACCESS}`)
    })
  })
