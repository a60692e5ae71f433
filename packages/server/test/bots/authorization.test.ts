import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import { handClock, type HandClock } from '../clock.ts'
import { testKinds } from '../db.ts'
import { asked, startBotHouse, until, type BotHouse } from './house.ts'
import { startOauthServer, type OauthServer } from './oauth-server.ts'

/** Characters that each encoding on the way would change. */
const CLIENT = { id: 'desk bell:1+%', secret: 'p@ss w%rd:&=+/ü€' }

for (const kind of testKinds())
  describe(`access tokens from a provider’s token server, ${kind}`, () => {
    let clock: HandClock
    let house: BotHouse
    let server: OauthServer
    let customers = 0
    before(async () => {
      clock = handClock()
      server = await startOauthServer({ clock, client: CLIENT })
      const authorization = { tokenUrl: server.url, clientId: CLIENT.id, secret: CLIENT.secret }
      house = await startBotHouse({ kind, clock, bot: { authorization } })
      provides()
    })
    afterEach(async () => {
      server.serves()
      server.shape = { token_type: 'Bearer', expires_in: 3600 }
      provides()
      await house.ends()
      // Changes the credentials and back, so that no token is kept from the test before.
      await house.sets({ authorization: null, enabled: false })
      await house.sets({
        authorization: { tokenUrl: server.url, clientId: CLIENT.id, secret: CLIENT.secret },
        enabled: true,
      })
      await jumps(4_000_000)
      server.partner.requests.length = 0
      house.provider.requests.length = 0
      server.refusals.length = 0
    })
    after(async () => {
      await house.close()
      await server.close()
    })

    /** The provider takes requests with a valid token. */
    const provides = () =>
      house.provider.behaves((request, response) => response.writeHead(server.admits(request) ? 200 : 401).end())
    const meets = () => house.meets(`customer ${++customers}`)
    const fetched = () => server.partner.requests.length
    const statusOf = async (chat: number) => (await house.agent().chat(chat)).owner
    async function reaches(): Promise<void> {
      const chat = await meets()
      await until(() => house.told(chat).length > 0)
      await house.quiet()
      assert.equal(await statusOf(chat), 'bot')
    }
    /** Ends the chats, so that no silence limit passes when the clock moves. */
    async function jumps(ms: number): Promise<void> {
      for (const { id, owner } of await house.agent().chats('?state=open&limit=200'))
        if (owner === 'bot') await house.agent().closes(id)
      await clock.jump(ms)
      await house.quiet()
    }

    test('B15 client credentials are sent by HTTP Basic, each part encoded as the RFC says', async () => {
      await reaches()
      assert.equal(fetched(), 1)
      const [request] = server.partner.requests
      assert.equal(request?.body, 'grant_type=client_credentials')
      assert.match(request?.header('authorization') ?? '', /^Basic /)
      assert.deepEqual(server.refusals, [])
      const [event] = house.provider.requests
      assert.equal(event?.header('authorization'), `Bearer ${[...server.tokens.keys()].at(-1)}`)
      assert.equal(event?.path, '/hook/provider-token-1', 'the token of the address stays')
    })

    test('B15 or in the body, when the bot’s setting says so', async () => {
      await house.sets({
        authorization: { tokenUrl: server.url, clientId: CLIENT.id, secret: CLIENT.secret, inBody: true },
      })
      await reaches()
      const [request] = server.partner.requests
      assert.equal(request?.header('authorization'), undefined)
      assert.deepEqual(Object.fromEntries(new URLSearchParams(request?.body)), {
        grant_type: 'client_credentials',
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
      })
      assert.deepEqual(server.refusals, [])
    })

    test('B15 for a hundred concurrent messages one token is fetched', async () => {
      server.partner.behaves((request, response, socket) => {
        server.serves()
        clock.after(500, () => serveAgain(request, response, socket))
      })
      const serveAgain: Parameters<typeof server.partner.behaves>[0] = (_request, response) => {
        const token = 'slow-token'
        server.tokens.set(token, clock.now() + 3_600_000)
        response.writeHead(200, { 'content-type': 'application/json' })
        response.end(JSON.stringify({ access_token: token, token_type: 'Bearer', expires_in: 3600 }))
      }
      const before = customers
      customers += 100
      await Promise.all(
        Array.from({ length: 100 }, (_, i) => house.visitor(`customer ${before + 1 + i}`).writes('all at once')),
      )
      await asked(server.partner, 1)
      await house.passes(500, 500)
      await asked(house.provider, 100)
      await house.quiet()
      assert.equal(fetched(), 1)
      assert.equal(house.provider.requests.length, 100)
      assert.ok(house.provider.requests.every((request) => request.header('authorization') === 'Bearer slow-token'))
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
        server.shape = { token_type: 'bearer', ...(seconds !== undefined && { expires_in: seconds }) }
        server.partner.behaves((_request, response) => {
          const token = `t${fetched()}`
          server.tokens.set(token, clock.now() + 10_000_000)
          response.writeHead(200).end(JSON.stringify({ access_token: token, ...server.shape }))
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
      server.shape = { token_type: 'Bearer', expires_in: 120 }
      for (let i = 0; i < 8; i++) {
        await reaches()
        await jumps(25_000)
      }
      assert.equal(house.provider.requests.length, 8, 'none was refused')
      assert.equal(fetched(), 3)
    })

    test('B15 a revoked token is replaced, and the message is sent immediately', async () => {
      await reaches()
      server.revokes()
      const began = clock.now()
      const chat = await meets()
      await until(() => house.told(chat).length === 2)
      await house.quiet()
      const tries = house.provider.requests.filter(({ body }) => JSON.parse(body).chat_id === String(chat))
      assert.deepEqual(
        tries.map(({ at }) => at - began),
        [0, 0],
      )
      assert.equal(fetched(), 2)
      assert.equal(await statusOf(chat), 'bot')
    })

    test('B15 a provider that refuses every token gets two attempts, and agents have the chat', async () => {
      house.provider.answers({}, 401)
      const chat = await meets()
      await house.passes(3500)
      assert.equal(house.told(chat).length, 2)
      assert.equal(fetched(), 2)
      assert.equal((await house.last(chat, 'bot.left')).text, 'it answered 401')
    })

    const failures: [title: string, plays: () => void, reason: RegExp][] = [
      ['refuses', () => server.partner.answers({ error: 'invalid_client' }, 401), /the token address answered 401/],
      ['is broken', () => server.partner.answers({}, 500), /answered 500/],
      ['answers with something else', () => server.partner.html(), /did not answer with one/],
      ['leaves the token out', () => server.partner.answers({ token_type: 'Bearer' }), /did not answer with one/],
      ['gives an object for a token', () => server.partner.answers({ access_token: {} }), /did not answer with one/],
      ['gives a token that breaks a header', () => server.partner.answers({ access_token: 'a\r\nx: y' }), /did not/],
      [
        'gives a token of another type',
        () => server.partner.answers({ access_token: 'a', token_type: 'mac' }),
        /did not/,
      ],
      ['redirects', () => server.partner.redirects(302, house.provider.url), /answered 302/],
      ['hangs', () => server.partner.hangs(), /no access token/],
    ]
    for (const [title, plays, reason] of failures)
      test(`B15 a token server that ${title}: the provider gets no request, and agents have the chat`, async () => {
        plays()
        const began = clock.now()
        const chat = await meets()
        await house.passes(6500, 500)
        const left = await house.last(chat, 'bot.left')
        assert.match(left.text ?? '', reason)
        assert.match(left.text ?? '', /^no access token/)
        assert.ok(left.at - began <= 6000)
        assert.equal(house.provider.requests.length, 0)
        assert.equal(fetched(), 2)
      })

    test('B8 B15 the three seconds of an attempt include fetching a token', async () => {
      house.provider.hangs()
      server.partner.behaves((_request, response) => {
        clock.after(2000, () => {
          response.writeHead(200).end(JSON.stringify({ access_token: 'late', token_type: 'Bearer' }))
        })
      })
      const began = clock.now()
      const chat = await meets()
      await asked(server.partner, 1)
      await house.passes(6000, 500)
      assert.equal((await house.last(chat, 'bot.left')).at - began, 6000)
      assert.deepEqual(
        house.provider.requests.map(({ at }) => at - began),
        [2000, 3000],
      )
    })

    test('T39 the secret is sent only to the token address, and the token only to the provider', async () => {
      await reaches()
      const [token = ''] = [...server.tokens.keys()].slice(-1)
      const said = (requests: { headers: string[]; body: string; path: string }[]) =>
        requests.map(({ headers, body, path }) => `${path} ${headers.join(' ')} ${body}`).join('\n')
      assert.ok(said(house.provider.requests).includes(token))
      assert.ok(!said(house.provider.requests).includes(Buffer.from(CLIENT.secret).toString('base64').slice(4, 12)))
      assert.ok(!said(house.provider.requests).includes('Basic '))
      assert.ok(!said(server.partner.requests).includes('provider-token-1'))
      assert.equal(house.front.requests.length, 0)
    })

    test('T39 after a change of credentials the old token is not used', async () => {
      await reaches()
      await house.sets({
        authorization: { tokenUrl: server.url, clientId: CLIENT.id, secret: 'another secret of two' },
      })
      const chat = await meets()
      await house.passes(3500)
      assert.deepEqual(server.refusals, ['invalid_client', 'invalid_client'])
      assert.equal(house.told(chat).length, 0)
    })

    test('T39 a token address in an internal network is refused when it is saved', async () => {
      for (const tokenUrl of [
        'http://10.0.0.1/token',
        'http://169.254.169.254/latest',
        'http://[::1]/',
        'ftp://p.test/',
      ]) {
        const authorization = { tokenUrl, clientId: 'a', secret: 'a secret of the two' }
        const answer = await house.agent().call('PATCH', '/bots/1', { authorization })
        assert.equal(answer.status, 400, tokenUrl)
        assert.match(answer.text, /tokenUrl/)
      }
      const { body } = await house.agent().call('GET', '/bots/1')
      assert.equal((body['authorization'] as unknown as { tokenUrl: string }).tokenUrl, server.url)
    })
  })
