import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { hashToken } from '../../src/platform/crypto.ts'
import { handClock, type HandClock } from '../clock.ts'
import { testKinds } from '../db.ts'
import type { Answer } from '../test-server.ts'
import { startBotServer, TOKEN, type BotServer } from './server.ts'

const CLIENT = { clientId: 'desk', secret: 'a client secret, long enough' }
const PROVIDER = '198.51.100.7'

for (const kind of testKinds())
  describe(`guessing a bot’s secrets, ${kind}`, () => {
    let clock: HandClock
    let server: BotServer
    let addresses = 0
    /** A client address that was not used before. */
    const stranger = () => `203.0.113.${++addresses}`
    before(async () => {
      clock = handClock()
      server = await startBotServer({
        kind,
        clock,
        bots: [
          {
            name: 'Second',
            providerId: 'second',
            providerUrl: 'http://127.0.0.1:1/hook',
            token: 'second-provider-token',
            authorization: { tokenUrl: 'http://127.0.0.1:1/token', ...CLIENT },
          },
        ],
        limits: { notFoundPerAddress: 0.33, wrongSecretsPerBot: 1 },
        env: { TRUST_PROXY: '127.0.0.1' },
      })
    })
    after(() => server.close())
    // Every bucket is full again.
    beforeEach(() => clock.jump(600_000))

    const posts = (token: string, from: string, providerId = 'helper'): Promise<Answer> =>
      server.ask(`/bot/webhooks/${providerId}/${token}`, {
        method: 'POST',
        headers: { 'x-forwarded-for': from },
        body: JSON.stringify({ event: 'BOT_MESSAGE', id: 'x', chat_id: '999', message: { type: 'TEXT', text: 'hi' } }),
      })
    const grants = (secret: string, from: string): Promise<Answer> =>
      server.ask('/bot/oauth/token', {
        method: 'POST',
        headers: { 'x-forwarded-for': from, 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({
          grant_type: 'client_credentials',
          client_id: CLIENT.clientId,
          client_secret: secret,
        }).toString(),
      })
    /** The answer's body, status and headers without the time. */
    const allOf = ({ status, text, headers }: Answer) => {
      const { date: _date, ...others } = Object.fromEntries(headers)
      return { status, text, headers: others }
    }
    const asks: [string, (right: boolean, from: string) => Promise<Answer>, number, number][] = [
      ['a token', (right, from) => posts(right ? TOKEN : 'wrong-provider-token', from), 401, 403],
      ['a client secret', (right, from) => grants(right ? CLIENT.secret : 'wrong', from), 401, 200],
    ]
    for (const [what, ask, wrong, right] of asks) {
      test(`T40 B14 over the limit of its address, a guess of ${what} gets the same answer as the right one`, async () => {
        const guesser = stranger()
        const statuses: number[] = []
        for (let i = 0; i < 40; i++) statuses.push((await ask(false, guesser)).status)
        assert.deepEqual([...new Set(statuses)], [wrong, 429])
        assert.ok(statuses.filter((status) => status === wrong).length <= 20)
        assert.deepEqual(allOf(await ask(true, guesser)), allOf(await ask(false, guesser)))
        assert.equal((await ask(true, guesser)).status, 429)
        // Other addresses are not limited, and this one is allowed again after a while.
        assert.equal((await ask(true, stranger())).status, right)
        await clock.move(4000)
        assert.equal((await ask(true, guesser)).status, right)
      })

      test(`T40 B14 guesses of ${what} from many addresses have a total limit, and the provider is not limited`, async () => {
        assert.equal((await ask(true, PROVIDER)).status, right)
        const statuses: number[] = []
        for (let i = 0; i < 150; i++) statuses.push((await ask(false, stranger())).status)
        assert.ok(statuses.filter((status) => status === wrong).length <= 100, statuses.join())
        assert.equal(statuses.at(-1), 429)
        const [one, other] = [stranger(), stranger()]
        assert.deepEqual(allOf(await ask(true, one)), allOf(await ask(false, other)))
        assert.equal((await ask(true, one)).status, 429)
        for (let i = 0; i < 50; i++) assert.equal((await ask(true, PROVIDER)).status, right)
        // Another bot has no guesses.
        assert.equal((await posts('second-provider-token', stranger(), 'second')).status, 401)
        assert.match((await posts('second-provider-token', stranger(), 'second')).text, /Authorization is switched on/)
      })
    }

    test('B14 T39 a token or client secret of fewer than 16 characters is refused, with the field and the rule', async () => {
      const bot = { name: 'New', providerId: 'new', providerUrl: 'http://127.0.0.1:1/hook', token: 'x'.repeat(16) }
      const pair = { tokenUrl: 'http://127.0.0.1:1/token', clientId: 'c', secret: 'y'.repeat(16) }
      const cases: [Promise<Answer>, string][] = [
        [server.agent().call('POST', '/bots', { ...bot, token: 'x'.repeat(15) }), '/token'],
        [server.agent().call('PATCH', '/bots/1', { token: 'x'.repeat(15) }), '/token'],
        [
          server.agent().call('PATCH', '/bots/1', { authorization: { ...pair, secret: 'y'.repeat(15) } }),
          '/authorization/secret',
        ],
      ]
      for (const [asked, field] of cases) {
        const { status, body } = await asked
        assert.equal(status, 400)
        const error = body['error'] as unknown as { field: string; message: string }
        assert.equal(error.field, field)
        assert.match(error.message, /^Must have at least 16 characters; this one has 15/)
      }
      const made = await server.agent().call('POST', '/bots', { ...bot, authorization: pair })
      assert.equal(made.status, 201, made.text)
      assert.deepEqual(made.body['shortSecrets'], [])
    })

    test('B14 a shorter token that was set before still works, and the bot’s settings say that it is short', async () => {
      const { db, keys, directory } = server.services
      const token = keys.seal('short', 'bot 1 1 token')
      await db.query({ name: 'test_short', text: 'update bot set token = $1, token_hash = $2 where id = 1' }, [
        token,
        hashToken('short'),
      ])
      await db.query({ name: 'test_revision', text: 'update account set revision = revision + 1' }, [])
      await directory.refresh()
      assert.equal((await posts('short', PROVIDER)).status, 403)
      const shown = await server.agent().call('GET', '/bots/1')
      assert.deepEqual(shown.body['shortSecrets'], ['token'])
      // The bot's other settings can be changed.
      assert.equal((await server.agent().call('PATCH', '/bots/1', { name: 'Renamed' })).status, 200)
    })
  })
