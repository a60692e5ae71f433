import assert from 'node:assert/strict'
import { after, before, beforeEach, suite, test } from 'node:test'
import { hashPassword } from '../../src/platform/crypto.ts'
import { sqlBuilder as k } from '../../src/db/builder.ts'
import type { Tx } from '../../src/db/db.ts'
import { statement } from '../../src/db/statement.ts'
import { changeAgent, createAgent, removeAgent } from '../../src/identity/agents.ts'
import { OPERATOR } from '../../src/settings/change.ts'
import { DEVICE_TIME } from '../../src/identity/devices.ts'
import { askFresh } from '../../src/identity/fresh-session.ts'
import { changePassword } from '../../src/identity/own-password.ts'
import {
  readSession,
  SESSION_TIME,
  signIn,
  signOut,
  type SignInServices,
  type Session,
} from '../../src/identity/sessions.ts'
import { createToken, readToken, readTokens, removeToken } from '../../src/identity/tokens.ts'
import { testKinds } from '../db.ts'
import { soon } from '../channels/widget/soon.ts'
import { openTestSettings, type TestSettings } from '../settings/test-settings.ts'

const PASSWORD = 'ann has a password'
const ADDRESS = '192.0.2.1'
const waiters = statement(
  'test_waiters',
  `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
)

for (const kind of testKinds()) {
  suite(`sessions, ${kind}`, () => {
    let testSettings: TestSettings
    let account: number
    let passwordHash: string
    let services: SignInServices
    let email: string
    let serial = 0
    const enter = (over: Partial<Parameters<typeof signIn>[1]> = {}) =>
      signIn(services, { email, password: PASSWORD, address: ADDRESS, ...over })
    const read = (secret: string) => readSession(testSettings.db, testSettings.clock, secret)
    const act = <T>(fn: (tx: Tx) => Promise<T>) => testSettings.db.asAccount(account, fn)
    /** The check of a socket before each push (T22). */
    const holds = async (session: Session) =>
      (await testSettings.directory()).agent(session.account, session.agent)?.sessionVersion === session.version

    /** Moves the clock until it is over. */
    async function inTime<T>(attempt: Promise<T>): Promise<T> {
      let isOver = false
      void attempt.catch(() => {}).finally(() => (isOver = true))
      while (!isOver) await testSettings.clock.move(50)
      return attempt
    }

    before(async () => {
      testSettings = await openTestSettings(kind)
      await testSettings.setUp({ agents: [{ email: 'own@shop.test', role: 'owner' }] })
      account = (await testSettings.directory()).accounts()[0]?.id ?? 0
      passwordHash = await hashPassword(PASSWORD)
    })
    after(() => testSettings.close())

    // Each test has its own agent, without earlier attempts.
    beforeEach(async () => {
      email = `ann${++serial}@shop.test`
      services = testSettings.services()
      await act((tx) => createAgent(tx, account, OPERATOR, { email, name: 'Ann', role: 'admin', passwordHash }))
    })

    test('T27 the right password opens a session; the case of the address is ignored', async () => {
      const signedIn = await enter({ email: email.toUpperCase() })
      assert.ok(Buffer.from(signedIn.secret, 'base64url').length >= 32)
      const session = await read(signedIn.secret)
      assert.equal(session?.agent, signedIn.agent)
      assert.equal(await read(`${signedIn.secret}x`), undefined)
      assert.ok(await holds(signedIn))
    })

    test('T27 a wrong password, an unknown address and an agent without a password are refused alike', async () => {
      const errors = await Promise.all(
        [
          { password: 'wrong' },
          { email: 'nobody@shop.test' },
          { email: 'own@shop.test' },
          { email: 'own@shop.test', password: '' },
        ].map((over) =>
          enter(over).then(
            () => assert.fail('signed in'),
            (error: Error & { code?: string }) => `${error.code} ${error.message}`,
          ),
        ),
      )
      assert.equal(new Set(errors).size, 1)
      assert.match(errors[0] ?? '', /^wrong_credentials /)
    })

    test('T27 the 11th attempt in 15 minutes for one agent from one address is refused, with the time to wait', async () => {
      for (let i = 0; i < 10; i++) await assert.rejects(enter({ password: 'wrong' }), { code: 'wrong_credentials' })
      await assert.rejects(enter(), (error: Error & { code?: string; retryAfter?: number }) => {
        assert.equal(error.code, 'rate_limited')
        assert.equal(error.retryAfter, Math.ceil(5 / 0.055))
        return true
      })
      // The same for an address that no agent has: a limit must not tell which exist.
      for (let i = 0; i < 10; i++) {
        await assert.rejects(enter({ email: 'x@y', password: 'wrong' }), { code: 'wrong_credentials' })
      }
      await assert.rejects(enter({ email: 'x@y' }), { code: 'rate_limited' })
      await testSettings.clock.move(Math.ceil(5 / 0.055) * 1000)
      await enter()
    })

    test('T27 all spellings of an e-mail address are one agent, and share its attempts', async () => {
      const address = `i\u00e9k${++serial}@shop.test`
      await act((tx) =>
        createAgent(tx, account, OPERATOR, { email: address, name: 'Ike', role: 'agent', passwordHash }),
      )
      const spellings = (email: string) => [
        email,
        email.toUpperCase(),
        `  ${email} `,
        email.normalize('NFD'),
        email.normalize('NFD').toUpperCase(),
        email.replace('i', '\u0130'),
        email.replace('k', '\u212a'),
        email.replace('@', '\uff20'),
      ]
      const opens: number[] = []
      for (const email of spellings(address))
        if (await enter({ email }).catch(() => undefined)) opens.push(spellings(address).indexOf(email))
      // The database decides the lower case of a dotted capital I.
      assert.deepEqual(
        opens.filter((i) => i !== 5),
        [0, 1, 2, 3, 4, 6, 7],
      )
      await assert.rejects(
        act((tx) => createAgent(tx, account, OPERATOR, { email: address.normalize('NFD'), name: 'I', role: 'agent' })),
        { code: 'email_taken' },
      )
      // The same for an address that no agent has: the limit does not tell which exist.
      for (const email of [address, `i\u00e9k-unknown${serial}@shop.test`]) {
        const from = email === address ? '198.51.100.1' : '198.51.100.2'
        const shared = spellings(email).filter((_, i) => opens.includes(i))
        for (let i = 0; i < 10; i++)
          await assert.rejects(enter({ email: shared[i % shared.length] ?? '', password: 'wrong', address: from }), {
            code: 'wrong_credentials',
          })
        for (const one of shared) await assert.rejects(enter({ email: one, address: from }), { code: 'rate_limited' })
      }
      await testSettings.clock.jump(3_600_000)
    })

    test('T27 attempts of others slow an agent’s sign-in and never lock it; a known device does not wait', async () => {
      const { device } = await enter()
      for (let i = 0; i < 10; i++)
        await assert.rejects(enter({ password: 'wrong', address: `10.1.${i}.1` }), { code: 'wrong_credentials' })
      const began = testSettings.clock.now()
      assert.ok((await inTime(enter({ address: '203.0.113.5' }))).secret)
      assert.ok(testSettings.clock.now() - began >= 250)
      // Also from the address of a guesser that has no attempts left.
      let [code, tries] = ['', 0]
      for (; code !== 'rate_limited'; tries++)
        await inTime(enter({ password: 'wrong' })).catch((error: { code: string }) => (code = error.code))
      assert.ok(tries > 10, `${tries} tries`)
      await assert.rejects(enter(), { code: 'rate_limited' })
      assert.ok((await enter({ device })).secret)
      await assert.rejects(enter({ device: `${device.slice(0, -2)}xx` }), { code: 'rate_limited' })
      await assert.rejects(enter({ device: `${device}x` }), { code: 'rate_limited' })
      // The device cookie is bound to its agent and to the password.
      const other = `other${++serial}@shop.test`
      await act((tx) => createAgent(tx, account, OPERATOR, { email: other, name: 'Oz', role: 'agent', passwordHash }))
      for (let i = 0; i < 10; i++)
        await assert.rejects(enter({ email: other, password: 'wrong', device }), { code: 'wrong_credentials' })
      await assert.rejects(enter({ email: other, device }), { code: 'rate_limited' })
      await testSettings.clock.jump(DEVICE_TIME)
      assert.equal(services.devices.read(device), undefined)
    })

    test('T50 a token that is made while the password changes does not outlive it', async () => {
      const signedIn = await enter()
      const { agent } = signedIn
      const making = act(async (tx) => {
        await askFresh(tx, testSettings.clock, signedIn)
        return createToken(testSettings.settingsContext, { tx, account }, agent, 'late')
      })
      const [made] = await Promise.allSettled([
        making,
        act((tx) => changeAgent({ tx, account }, OPERATOR, agent, { passwordHash })),
      ])
      if (made.status === 'fulfilled')
        assert.equal(await readToken(testSettings.db, testSettings.clock, made.value.token), undefined)
      else assert.equal((made.reason as { code?: string }).code, 'signed_out')
      assert.deepEqual(await act((tx) => readTokens(tx, account, agent)), [])
      await assert.rejects(
        act((tx) => askFresh(tx, testSettings.clock, signedIn)),
        { code: 'signed_out' },
      )
    })

    // On the embedded store one transaction waits for the other anyway.
    if (kind === 'server')
      test('T50 a password change waits for the token that a session is making, and ends it', async () => {
        const signedIn = await enter()
        const { agent } = signedIn
        const made = Promise.withResolvers<string>()
        const stored = Promise.withResolvers<void>()
        const making = act(async (tx) => {
          await askFresh(tx, testSettings.clock, signedIn)
          made.resolve((await createToken(testSettings.settingsContext, { tx, account }, agent, 'late')).token)
          await stored.promise
        })
        const token = await made.promise
        let isChanged = false
        const changing = act((tx) => changeAgent({ tx, account }, OPERATOR, agent, { passwordHash }))
        void changing.finally(() => (isChanged = true))
        await soon(async () => isChanged || (await testSettings.db.query(waiters, [])).length > 0)
        stored.resolve()
        await Promise.all([making, changing])
        assert.equal(await readToken(testSettings.db, testSettings.clock, token), undefined)
        assert.deepEqual(await act((tx) => readTokens(tx, account, agent)), [])
      })

    test('T50 a password that an admin sets is not overwritten by a change of the old one', async () => {
      const signedIn = await enter()
      const { agent } = signedIn
      const set = await hashPassword('set by an admin')
      const [own] = await Promise.allSettled([
        changePassword(services, signedIn, { current: PASSWORD, password: 'set by a thief', address: ADDRESS }),
        act((tx) => changeAgent({ tx, account }, OPERATOR, agent, { passwordHash: set })),
      ])
      if (own.status === 'rejected')
        assert.ok(['signed_out', 'wrong_password'].includes((own.reason as { code: string }).code))
      await enter({ password: 'set by an admin' })
    })

    test('T27 one address has 50 attempts for all agents, with any device cookie', async () => {
      const { device } = await enter({ address: '198.51.100.7' })
      const guess = (i: number, over = {}) =>
        enter({ email: `guess${i}@shop.test`, password: 'wrong', address: '198.51.100.9', ...over })
      for (let i = 0; i < 50; i++)
        await assert.rejects(guess(i, i % 2 ? { device } : {}), { code: 'wrong_credentials' })
      await assert.rejects(guess(50), { code: 'rate_limited' })
      await assert.rejects(guess(51, { device }), { code: 'rate_limited' })
    })

    test('T27 a sign-in ends the session that the browser had before, and never keeps its secret', async () => {
      const first = await enter()
      const second = await enter({ previous: first.secret })
      assert.notEqual(second.secret, first.secret)
      assert.equal(await read(first.secret), undefined)
      assert.ok(await read(second.secret))
    })

    test('T27 a session ends after 30 days without use; use extends it', async () => {
      const { secret } = await enter()
      await testSettings.clock.move(SESSION_TIME - 1000)
      assert.ok(await read(secret))
      await testSettings.clock.move(SESSION_TIME - 1000)
      assert.ok(await read(secret))
      await testSettings.clock.move(SESSION_TIME)
      assert.equal(await read(secret), undefined)
    })

    test('T22 T27 a changed password ends all other sessions; the one that changed it stays', async () => {
      const mine = await enter()
      const other = await enter()
      const input = { current: PASSWORD, password: 'a new password', address: ADDRESS }
      await assert.rejects(changePassword(services, mine, { ...input, current: 'wrong' }), {
        name: 'Invalid',
        path: '/current',
      })
      await changePassword(services, mine, input)
      assert.equal(await holds(other), false)
      assert.equal(await read(other.secret), undefined)
      const again = await read(mine.secret)
      assert.ok(again)
      assert.ok(await holds(again))
      await assert.rejects(enter(), { code: 'wrong_credentials' })
      await enter({ password: 'a new password' })
    })

    test('T22 each revocation makes open connections check their session again', async () => {
      const { agent } = await enter()
      const rows: [string, (session: Session) => Promise<void>, 'goes on' | 'ends'][] = [
        ['signed out', (session) => act((tx) => signOut(tx, session)), 'ends'],
        ['role', () => act((tx) => changeAgent({ tx, account }, OPERATOR, agent, { role: 'agent' })), 'goes on'],
        [
          'password set by an owner',
          async () => {
            await act((tx) => changeAgent({ tx, account }, OPERATOR, agent, { passwordHash }))
          },
          'ends',
        ],
        ['removed', () => act((tx) => removeAgent({ tx, account }, OPERATOR, agent, testSettings.clock.now())), 'ends'],
      ]
      for (const [name, revoke, expected] of rows) {
        const session = await enter()
        await revoke(session)
        assert.equal(await holds(session), false, name)
        assert.equal((await read(session.secret)) !== undefined, expected === 'goes on', name)
      }
    })

    test('T22 signing out ends one session and leaves the others', async () => {
      const [one, two] = [await enter(), await enter()]
      await act((tx) => signOut(tx, one))
      assert.equal(await read(one.secret), undefined)
      assert.ok(await read(two.secret))
    })

    test('T22 T27 a sign-in with the old password during a password change opens no session', async () => {
      const { agent } = await enter()
      const changed = await hashPassword('a new password')
      const { passwords } = services
      // The old password has been verified, and the session is not stored yet.
      services.passwords = {
        ...passwords,
        async verify(...given) {
          const isRight = await passwords.verify(...given)
          await act((tx) => changeAgent({ tx, account }, OPERATOR, agent, { passwordHash: changed }))
          return isRight
        },
      }
      const late = await enter()
      assert.equal(await read(late.secret), undefined)
      assert.equal(await holds(late), false)
    })

    test('T22 T44 an API token is shown once, stored hashed, and ends when it is removed', async () => {
      const { agent } = await enter()
      const made = await act((tx) => createToken(testSettings.settingsContext, { tx, account }, agent, 'script'))
      assert.match(made.token, /^deskbell_[A-Za-z0-9]{40}$/)
      const session = await readToken(testSettings.db, testSettings.clock, made.token)
      assert.equal(session?.agent, agent)
      assert.ok(await holds(session))
      assert.deepEqual(await act((tx) => readTokens(tx, account, agent)), [
        { id: made.id, name: 'script', createdAt: testSettings.clock.now(), usedAt: testSettings.clock.now() },
      ])
      await assert.rejects(
        act((tx) => removeToken(tx, account, agent + 1, made.id)),
        { code: 'not_found' },
      )
      await act((tx) => removeToken(tx, account, agent, made.id))
      assert.equal(await readToken(testSettings.db, testSettings.clock, made.token), undefined)
      assert.equal(await holds(session), false)
    })

    test('T44 the tables contain no cookies, tokens or passwords', async () => {
      const signedIn = await enter()
      const { token } = await testSettings.db.transaction((tx) =>
        createToken(testSettings.settingsContext, { tx, account: signedIn.account }, signedIn.agent, 'script'),
      )
      const rows = JSON.stringify([
        await testSettings.db.run(k.selectFrom('session').selectAll()),
        await testSettings.db.run(k.selectFrom('api_token').selectAll()),
        await testSettings.db.run(k.selectFrom('agent').selectAll()),
      ])
      for (const secret of [signedIn.secret, token, PASSWORD]) assert.equal(rows.includes(secret), false)
    })

    test('T26 T27 a known and an unknown address take the same time', async () => {
      services = testSettings.services(0)
      const times: Record<string, number[]> = { known: [], unknown: [] }
      const refuse = async (name: string, email: string) => {
        const start = performance.now()
        await assert.rejects(enter({ email, password: 'wrong' }), { code: 'wrong_credentials' })
        times[name]?.push(performance.now() - start)
      }
      // The shortest times are those that nothing else on the machine has lengthened. Where it is busy, that takes longer.
      const shortest = (name: string) => Math.min(...(times[name] ?? []))
      const areAlike = () => Math.abs(Math.log(shortest('known') / shortest('unknown'))) < Math.log(1.4)
      for (let i = 0; i < 15 || (i < 150 && !areAlike()); i++) {
        await refuse('known', email)
        await refuse('unknown', 'nobody@shop.test')
      }
      assert.ok(areAlike(), `known ${shortest('known')} ms, unknown ${shortest('unknown')} ms`)
    })
  })
}
