import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { LEAST_TIME } from '../../src/identity/resets/ask.ts'
import { handClock, type HandClock } from '../clock.ts'
import { testKinds } from '../db.ts'
import { startPost } from '../mail/post.ts'
import { ANN, BOB, startTestServer, type Answer, type TestServer } from '../test-server.ts'
import { addAgent, enter, PASSWORD } from './servers.ts'

const HOUR = 3_600_000
const NEW_PASSWORD = 'another long password'
const tokenIn = (text: string): string => /#([\w-]{43})/.exec(text)?.[1] ?? assert.fail(`no link in ${text}`)

for (const kind of testKinds())
  suite(`password resets, ${kind}`, () => {
    let server: TestServer
    let clock: HandClock
    let letters: Awaited<ReturnType<typeof startPost>>
    before(async () => {
      clock = handClock()
      letters = await startPost()
      server = await startTestServer({ kind, clock, env: { SMTP_URL: letters.url, TRUST_PROXY: '127.0.0.1' } })
    })
    after(() => server.close().then(letters.close))

    const post = (path: string, body: object, address = '203.0.113.1') =>
      server.ask(`/api${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: server.publicUrl, 'x-forwarded-for': address },
        body: JSON.stringify(body),
      })
    /** Asks for a link, and moves the clock until the answer. */
    async function asks(email: string, address?: string): Promise<{ answer: Answer; ms: number }> {
      const began = clock.now()
      let answer: Answer | undefined
      const asked = post('/password-resets', { email }, address).then((got) => (answer = got))
      while (!answer) {
        await clock.move(50)
        await new Promise((resolve) => setTimeout(resolve, 2))
      }
      return { answer: await asked, ms: clock.now() - began }
    }
    async function linkFor(email: string): Promise<string> {
      const before = letters.letters.length
      await asks(email)
      for (let look = 0; letters.letters.length === before && look < 400; look++) {
        await clock.move(1000)
        await new Promise((resolve) => setTimeout(resolve, 5))
      }
      const letter = letters.letters[before] ?? assert.fail('no letter came')
      assert.deepEqual(letter.to, [email])
      return tokenIn(letter.text)
    }
    const use = (token: string, password = NEW_PASSWORD) => post('/password-resets/use', { token, password })
    const signsIn = async (email: string, password: string) =>
      (await post('/session', { email, password })).status === 200

    test('T50 a link sets a new password once; sessions and API tokens of the agent end, and the browser is signed in', async () => {
      const { call } = await enter(server, BOB)
      const token = await linkFor(BOB)
      assert.deepEqual((await post('/password-resets/open', { token })).body, {
        email: BOB,
        name: 'Bob',
        company: 'Shop',
        logo: null,
      })
      assert.equal((await call('GET', '/me')).status, 200)
      const answers = await Promise.all([use(token), use(token)])
      assert.deepEqual(
        answers.map(({ status }) => status).toSorted((a, b) => a - b),
        [200, 410],
      )
      const cookie =
        answers
          .find(({ status }) => status === 200)
          ?.headers.getSetCookie()[0]
          ?.split(';')[0] ?? ''
      assert.equal((await server.ask('/api/me', { headers: { cookie } })).body['name'], 'Bob')
      assert.equal((await call('GET', '/me')).status, 401)
      assert.equal((await server.agent(BOB).call('GET', '/me')).status, 401)
      assert.ok(await signsIn(BOB, NEW_PASSWORD))
      assert.ok(!(await signsIn(BOB, PASSWORD)))
    })

    test('T27 of two requests at once with one link, one sets the password', async () => {
      await addAgent(server, 'dana@shop.test')
      const link = await linkFor('dana@shop.test')
      const statuses = await Promise.all([use(link), use(link)])
      assert.deepEqual(
        statuses.map(({ status }) => status).toSorted((a, b) => a - b),
        [200, 410],
      )
    })

    test('T27 T50 a link ends after an hour, with another link that is used, and with a new password', async () => {
      const { id } = await addAgent(server, 'cleo@shop.test')
      const old = await linkFor('cleo@shop.test')
      await clock.jump(HOUR)
      assert.equal((await use(old)).status, 410)
      const [one, other] = [await linkFor('cleo@shop.test'), await linkFor('cleo@shop.test')]
      assert.equal((await use(one)).status, 200)
      assert.equal((await use(other)).status, 410)
      const third = await linkFor('cleo@shop.test')
      const { call } = await enter(server, ANN)
      assert.equal((await call('PATCH', `/agents/${id}`, { password: PASSWORD })).status, 200)
      assert.equal((await use(third)).status, 410)
    })

    test('an owner’s link is mailed to the agent and not shown', async () => {
      const { id } = await addAgent(server, 'eli@shop.test')
      const { call } = await enter(server, ANN)
      assert.deepEqual((await call('POST', `/agents/${id}/password-reset`)).body, { link: null })
      const letter = letters.gets(({ to }) => to.includes('eli@shop.test'))
      for (let i = 0; i < 5; i++) await clock.move(1000)
      const { text } = await letter
      assert.match(text, /Ann made this link/)
      assert.equal((await use(tokenIn(text))).status, 200)
    })

    test('T26 T27 an unknown address gets the same answer after the same time, and no mail', async () => {
      const before = letters.letters.length
      const known = await asks(ANN)
      const unknown = await asks('nobody@shop.test')
      const none = await asks('not an address')
      for (const { answer, ms } of [known, unknown, none]) {
        assert.equal(answer.status, 200)
        assert.deepEqual(answer.body, { mail: true })
        assert.ok(ms >= LEAST_TIME, `${ms} ms`)
      }
      for (let look = 0; letters.letters.length === before && look < 400; look++) await clock.move(1000)
      assert.equal(letters.letters.length, before + 1)
    })

    test('T27 a person is sent at most three links in an hour, from all addresses, and all spellings count together', async () => {
      await addAgent(server, 'dora@shop.test')
      await clock.jump(HOUR)
      const before = letters.letters.length
      for (let i = 0; i < 6; i++) await asks(i % 2 ? 'dora@shop.test' : ' DORA@shop.test', `198.51.100.${i}`)
      for (let i = 0; i < 20; i++) await clock.move(1000)
      await server.settled()
      assert.equal(letters.letters.length - before, 3)
      await clock.jump(HOUR)
      assert.match(await linkFor('dora@shop.test'), /./)
    })

    test('T27 an address that asks too often is refused, with the time to wait', async () => {
      await server.services.db.transaction(async (tx) => {
        const { changeSettings } = await import('../../src/settings/account-settings.ts')
        await changeSettings(tx, 1, { limits: { signInPerAddress: 50 / 900 } })
      })
      await server.services.directory.refresh()
      let refused: Answer | undefined
      for (let i = 0; i < 60 && !refused; i++) {
        const { answer } = await asks(`a${i}@shop.test`, '192.0.2.7')
        if (answer.status === 429) refused = answer
      }
      assert.ok(Number(refused?.headers.get('retry-after')) > 0)
      assert.equal((await asks(ANN, '192.0.2.200')).answer.status, 200)
    })
  })

for (const kind of testKinds())
  suite(`password resets without a mail server, ${kind}`, () => {
    let server: TestServer
    let clock: HandClock
    before(async () => {
      clock = handClock()
      server = await startTestServer({ kind, clock })
    })
    after(() => server.close())
    const post = (path: string, body: object) =>
      server.ask(`/api${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: server.publicUrl },
        body: JSON.stringify(body),
      })

    test('the sign-in screen learns that no mail is sent', async () => {
      assert.deepEqual((await post('/password-resets', { email: ANN })).body, { mail: false })
    })

    test('T50 an owner or admin makes a link for another agent, with their own password given', async () => {
      const { id: admin } = await addAgent(server, 'ada@shop.test', 'admin')
      const owner = await enter(server, ANN)
      const ada = await enter(server, 'ada@shop.test')
      const bob = await enter(server, BOB)
      assert.equal((await bob.call('POST', `/agents/${admin}/password-reset`)).status, 403)
      assert.equal((await ada.call('POST', '/agents/1/password-reset')).status, 403)
      assert.equal((await ada.call('POST', `/agents/${admin}/password-reset`)).status, 403)
      assert.equal((await ada.call('POST', '/agents/99/password-reset')).status, 404)
      assert.match((await server.agent(ANN).call('POST', '/agents/2/password-reset')).text, /"session_required"/)
      await clock.jump(11 * 60_000)
      assert.match((await owner.call('POST', '/agents/2/password-reset')).text, /"reauthenticate"/)
      const made = await enter(server, ANN).then(({ call }) => call('POST', '/agents/2/password-reset'))
      const link = made.body['link'] as unknown as string
      assert.ok(link.startsWith(`${server.publicUrl}/new-password#`), link)
      const used = await post('/password-resets/use', { token: tokenIn(link), password: NEW_PASSWORD })
      assert.equal(used.status, 200, used.text)
      assert.equal((await bob.call('GET', '/me')).status, 401)
      await enter(server, BOB, NEW_PASSWORD)
    })
  })
