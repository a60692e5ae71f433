import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import { handClock, type HandClock } from '../clock.ts'
import { testKinds } from '../db.ts'
import { asked, startBotServer, until, type BotServer } from './server.ts'
import { startOauthServer, type OauthServer } from './oauth-server.ts'

/** Characters that each encoding on the way would change. */
const CLIENT = { id: 'desk bell:1+%', secret: 'p@ss w%rd:&=+/ü€' }

for (const kind of testKinds())
  describe(`access tokens from a provider’s token server, ${kind}`, () => {
    let clock: HandClock
    let server: BotServer
    let tokenServer: OauthServer
    let customers = 0
    before(async () => {
      clock = handClock()
      tokenServer = await startOauthServer({ clock, client: CLIENT })
      const authorization = { tokenUrl: tokenServer.url, clientId: CLIENT.id, secret: CLIENT.secret }
      server = await startBotServer({ kind, clock, bot: { authorization } })
      provides()
    })
    afterEach(async () => {
      tokenServer.serves()
      tokenServer.shape = { token_type: 'Bearer', expires_in: 3600 }
      provides()
      await server.ends()
      // Changes the credentials and back, so that no token is kept from the test before.
      await server.sets({ authorization: null, enabled: false })
      await server.sets({
        authorization: { tokenUrl: tokenServer.url, clientId: CLIENT.id, secret: CLIENT.secret },
        enabled: true,
      })
      await jumps(4_000_000)
      tokenServer.integrator.requests.length = 0
      server.provider.requests.length = 0
      tokenServer.refusals.length = 0
    })
    after(async () => {
      await server.close()
      await tokenServer.close()
    })

    /** The provider takes requests with a valid token. */
    const provides = () =>
      server.provider.behaves((request, response) => response.writeHead(tokenServer.admits(request) ? 200 : 401).end())
    const opensChat = () => server.opensChat(`customer ${++customers}`)
    const fetched = () => tokenServer.integrator.requests.length
    const statusOf = async (chat: number) => (await server.agent().chat(chat)).owner
    async function reaches(): Promise<void> {
      const chat = await opensChat()
      await until(() => server.eventsOf(chat).length > 0)
      await server.quiet()
      assert.equal(await statusOf(chat), 'bot')
    }
    /** Ends the chats, so that no silence limit passes when the clock moves. */
    async function jumps(ms: number): Promise<void> {
      for (const { id, owner } of await server.agent().chats('?state=open&limit=200'))
        if (owner === 'bot') await server.agent().closes(id)
      await clock.jump(ms)
      await server.quiet()
    }

    test('B15 client credentials are sent by HTTP Basic, each part encoded as the RFC says', async () => {
      await reaches()
      assert.equal(fetched(), 1)
      const [request] = tokenServer.integrator.requests
      assert.equal(request?.body, 'grant_type=client_credentials')
      assert.match(request?.header('authorization') ?? '', /^Basic /)
      assert.deepEqual(tokenServer.refusals, [])
      const [event] = server.provider.requests
      assert.equal(event?.header('authorization'), `Bearer ${[...tokenServer.tokens.keys()].at(-1)}`)
      assert.equal(event?.path, '/hook/provider-token-1', 'the token of the address stays')
    })

    test('B15 or in the body, when the bot’s setting says so', async () => {
      await server.sets({
        authorization: { tokenUrl: tokenServer.url, clientId: CLIENT.id, secret: CLIENT.secret, inBody: true },
      })
      await reaches()
      const [request] = tokenServer.integrator.requests
      assert.equal(request?.header('authorization'), undefined)
      assert.deepEqual(Object.fromEntries(new URLSearchParams(request?.body)), {
        grant_type: 'client_credentials',
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
      })
      assert.deepEqual(tokenServer.refusals, [])
    })

    test('B15 for a hundred concurrent messages one token is fetched', async () => {
      tokenServer.integrator.behaves((request, response, socket) => {
        tokenServer.serves()
        clock.after(500, () => serveAgain(request, response, socket))
      })
      const serveAgain: Parameters<typeof tokenServer.integrator.behaves>[0] = (_request, response) => {
        const token = 'slow-token'
        tokenServer.tokens.set(token, clock.now() + 3_600_000)
        response.writeHead(200, { 'content-type': 'application/json' })
        response.end(JSON.stringify({ access_token: token, token_type: 'Bearer', expires_in: 3600 }))
      }
      const before = customers
      customers += 100
      await Promise.all(
        Array.from({ length: 100 }, (_, i) => server.visitor(`customer ${before + 1 + i}`).writes('all at once')),
      )
      await asked(tokenServer.integrator, 1)
      await server.passes(500, 500)
      await asked(server.provider, 100)
      await server.quiet()
      assert.equal(fetched(), 1)
      assert.equal(server.provider.requests.length, 100)
      assert.ok(server.provider.requests.every((request) => request.header('authorization') === 'Bearer slow-token'))
    })

    test('B15 a new token is fetched exactly a minute before the old one expires', async () => {
      await reaches()
      await jumps(3_539_000)
      await reaches()
      assert.equal(fetched(), 1)
      await jumps(1001)
      await reaches()
      assert.equal(fetched(), 2)
    })

    for (const [title, seconds, holds] of [
      ['without a lifetime it holds for an hour', undefined, 3600],
      ['a lifetime given as text counts', '600', 600],
      ['one that makes no sense counts as none', 'soon', 3600],
    ] as const)
      test(`B15 ${title}`, async () => {
        tokenServer.shape = { token_type: 'bearer', ...(seconds !== undefined && { expires_in: seconds }) }
        tokenServer.integrator.behaves((_request, response) => {
          const token = `t${fetched()}`
          tokenServer.tokens.set(token, clock.now() + 10_000_000)
          response.writeHead(200).end(JSON.stringify({ access_token: token, ...tokenServer.shape }))
        })
        await reaches()
        await jumps(holds * 1000 - 61_000)
        await reaches()
        assert.equal(fetched(), 1)
        await jumps(1001)
        await reaches()
        assert.equal(fetched(), 2)
      })

    test('B15 a token that expires during the work is replaced, and no message is lost', async () => {
      tokenServer.shape = { token_type: 'Bearer', expires_in: 120 }
      for (let i = 0; i < 8; i++) {
        await reaches()
        await jumps(25_000)
      }
      assert.equal(server.provider.requests.length, 8, 'none was refused')
      assert.equal(fetched(), 3)
    })

    test('B15 a revoked token is replaced, and the message is sent immediately', async () => {
      await reaches()
      tokenServer.revokes()
      const began = clock.now()
      const chat = await opensChat()
      await until(() => server.eventsOf(chat).length === 2)
      await server.quiet()
      const tries = server.provider.requests.filter(({ body }) => JSON.parse(body).chat_id === String(chat))
      assert.deepEqual(
        tries.map(({ at }) => at - began),
        [0, 0],
      )
      assert.equal(fetched(), 2)
      assert.equal(await statusOf(chat), 'bot')
    })

    test('B15 a provider that refuses every token gets two attempts, and agents have the chat', async () => {
      server.provider.answers({}, 401)
      const chat = await opensChat()
      await server.passes(3500)
      assert.equal(server.eventsOf(chat).length, 2)
      assert.equal(fetched(), 2)
      assert.equal((await server.last(chat, 'bot.left')).text, 'it answered 401')
    })

    const failures: [title: string, plays: () => void, reason: RegExp][] = [
      [
        'refuses',
        () => tokenServer.integrator.answers({ error: 'invalid_client' }, 401),
        /the token address answered 401/,
      ],
      ['is broken', () => tokenServer.integrator.answers({}, 500), /answered 500/],
      ['answers with something else', () => tokenServer.integrator.html(), /did not answer with one/],
      [
        'leaves the token out',
        () => tokenServer.integrator.answers({ token_type: 'Bearer' }),
        /did not answer with one/,
      ],
      [
        'gives an object for a token',
        () => tokenServer.integrator.answers({ access_token: {} }),
        /did not answer with one/,
      ],
      [
        'gives a token that breaks a header',
        () => tokenServer.integrator.answers({ access_token: 'a\r\nx: y' }),
        /did not/,
      ],
      [
        'gives a token of another type',
        () => tokenServer.integrator.answers({ access_token: 'a', token_type: 'mac' }),
        /did not/,
      ],
      ['redirects', () => tokenServer.integrator.redirects(302, server.provider.url), /answered 302/],
      ['hangs', () => tokenServer.integrator.hangs(), /no access token/],
    ]
    for (const [title, plays, reason] of failures)
      test(`B15 a token server that ${title}: the provider gets no request, and agents have the chat`, async () => {
        plays()
        const began = clock.now()
        const chat = await opensChat()
        await server.passes(6500, 500)
        const left = await server.last(chat, 'bot.left')
        assert.match(left.text ?? '', reason)
        assert.match(left.text ?? '', /^no access token/)
        assert.ok(left.at - began <= 6000)
        assert.equal(server.provider.requests.length, 0)
        assert.equal(fetched(), 2)
      })

    test('B8 B15 the three seconds of an attempt include fetching a token', async () => {
      server.provider.hangs()
      tokenServer.integrator.behaves((_request, response) => {
        clock.after(2000, () => {
          response.writeHead(200).end(JSON.stringify({ access_token: 'late', token_type: 'Bearer' }))
        })
      })
      const began = clock.now()
      const chat = await opensChat()
      await asked(tokenServer.integrator, 1)
      await server.passes(6000, 500)
      assert.equal((await server.last(chat, 'bot.left')).at - began, 6000)
      assert.deepEqual(
        server.provider.requests.map(({ at }) => at - began),
        [2000, 3000],
      )
    })

    test('T39 the secret is sent only to the token address, and the token only to the provider', async () => {
      await reaches()
      const [token = ''] = [...tokenServer.tokens.keys()].slice(-1)
      const said = (requests: { headers: string[]; body: string; path: string }[]) =>
        requests.map(({ headers, body, path }) => `${path} ${headers.join(' ')} ${body}`).join('\n')
      assert.ok(said(server.provider.requests).includes(token))
      assert.ok(!said(server.provider.requests).includes(Buffer.from(CLIENT.secret).toString('base64').slice(4, 12)))
      assert.ok(!said(server.provider.requests).includes('Basic '))
      assert.ok(!said(tokenServer.integrator.requests).includes('provider-token-1'))
      assert.equal(server.front.requests.length, 0)
    })

    test('T39 after a change of credentials the old token is not used', async () => {
      await reaches()
      await server.sets({
        authorization: { tokenUrl: tokenServer.url, clientId: CLIENT.id, secret: 'another secret of two' },
      })
      const chat = await opensChat()
      await server.passes(3500)
      assert.deepEqual(tokenServer.refusals, ['invalid_client', 'invalid_client'])
      assert.equal(server.eventsOf(chat).length, 0)
    })

    test('T39 a token address in an internal network is refused when it is saved', async () => {
      for (const tokenUrl of [
        'http://10.0.0.1/token',
        'http://169.254.169.254/latest',
        'http://[::1]/',
        'ftp://p.test/',
      ]) {
        const authorization = { tokenUrl, clientId: 'a', secret: 'a secret of the two' }
        const answer = await server.agent().call('PATCH', '/bots/1', { authorization })
        assert.equal(answer.status, 400, tokenUrl)
        assert.match(answer.text, /tokenUrl/)
      }
      const { body } = await server.agent().call('GET', '/bots/1')
      assert.equal((body['authorization'] as unknown as { tokenUrl: string }).tokenUrl, tokenServer.url)
    })
  })
