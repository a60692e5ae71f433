import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { acceptInvitation } from '../../src/identity/invitations/accept.ts'
import { makePasswordWork } from '../../src/identity/password-work.ts'
import { handClock, type HandClock } from '../clock.ts'
import { testKinds } from '../db.ts'
import { startPost, type Letter } from '../mail/post.ts'
import { ANN, BOB, startTestServer, type TestServer } from '../test-server.ts'
import { addAgent, enter, PASSWORD } from './servers.ts'

const WEEK = 7 * 24 * 3_600_000
const GUEST = 'cleo@shop.test'

export const tokenIn = (text: string): string => /#([\w-]{43})/.exec(text)?.[1] ?? assert.fail(`no link in ${text}`)

const post = (server: TestServer, path: string, body: object) =>
  server.ask(`/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: server.publicUrl },
    body: JSON.stringify(body),
  })

for (const kind of testKinds())
  suite(`invitations, ${kind}`, () => {
    let server: TestServer
    let clock: HandClock
    before(async () => {
      clock = handClock()
      server = await startTestServer({ kind, clock, departments: [{ name: 'Sales', agents: [ANN] }] })
    })
    after(() => server.close())

    async function invited(email: string, more: object = {}): Promise<{ id: number; token: string }> {
      const made = await server.agent(ANN).call('POST', '/invitations', { email, role: 'agent', ...more })
      assert.equal(made.status, 201, made.text)
      const { invitation, link } = made.body as unknown as { invitation: { id: number }; link: string }
      assert.ok(link.startsWith(`${server.publicUrl}/invitation#`), link)
      return { id: invitation.id, token: tokenIn(link) }
    }
    const accept = (token: string, name = 'Cleo', password = PASSWORD) =>
      post(server, '/invitations/accept', { token, name, password })
    const isEnded = (answer: { status: number; text: string }) => {
      assert.equal(answer.status, 410, answer.text)
      assert.match(answer.text, /"link_ended"/)
    }

    test('an invited person sets name and password, is signed in, and is on the channels and departments chosen', async () => {
      const { id, token } = await invited(GUEST, { channels: [1], departments: [1] })
      const listed = await server.agent(ANN).call('GET', '/invitations')
      const [row] = listed.body['invitations'] as unknown as Record<string, unknown>[]
      assert.deepEqual(
        { ...row, createdAt: 0, expiresAt: 0 },
        { id, email: GUEST, role: 'agent', channels: [1], departments: [1], by: 'Ann', createdAt: 0, expiresAt: 0 },
      )
      assert.equal(row?.['expiresAt'], clock.now() + WEEK)
      const opened = await post(server, '/invitations/open', { token })
      assert.deepEqual(opened.body, { email: GUEST, company: 'Shop', logo: null, by: 'Ann' })
      const entered = await accept(token)
      assert.equal(entered.status, 200, entered.text)
      assert.equal(entered.body['email'], GUEST)
      assert.deepEqual(entered.body['departments'], [1])
      const cookie = entered.headers.getSetCookie()[0]?.split(';')[0] ?? ''
      assert.equal((await server.ask('/api/me', { headers: { cookie } })).body['name'], 'Cleo')
      const channel = server.services.directory.channel(1, 1)
      assert.ok(channel?.agents.has(entered.body['id'] as unknown as number))
      await enter(server, GUEST)
      assert.deepEqual((await server.agent(ANN).call('GET', '/invitations')).body['invitations'], [])
    })

    test('T27 a link is used once, also by two requests at once, and a used, revoked, old or unknown one gets one answer', async () => {
      const first = await invited('dora@shop.test')
      const answers = await Promise.all([accept(first.token, 'Dora'), accept(first.token, 'Dora')])
      assert.deepEqual(
        answers.map(({ status }) => status).toSorted((a, b) => a - b),
        [200, 410],
      )
      isEnded(await accept(first.token, 'Dora'))
      isEnded(await post(server, '/invitations/open', { token: first.token }))
      const second = await invited('eli@shop.test')
      assert.equal((await server.agent(ANN).call('DELETE', `/invitations/${second.id}`)).status, 204)
      isEnded(await accept(second.token))
      const third = await invited('eli@shop.test')
      const renewed = await server.agent(ANN).call('POST', `/invitations/${third.id}/renew`)
      assert.equal(renewed.status, 200, renewed.text)
      isEnded(await accept(third.token))
      const fourth = tokenIn(renewed.text)
      await clock.jump(WEEK + 1)
      isEnded(await accept(fourth))
      isEnded(await accept('x'.repeat(43)))
      isEnded(await accept(''))
    })

    test('T27 no password is hashed for an unknown link', async () => {
      const { db } = server.services
      const passwords = makePasswordWork({ atOnce: 0, waitingMax: 0 })
      const asked = { token: 'x'.repeat(43), name: 'Cleo', password: PASSWORD }
      await assert.rejects(acceptInvitation({ db, clock, passwords }, asked), { code: 'link_ended' })
    })

    test('T27 only the hash of a link is stored', async () => {
      const { token } = await invited('fay@shop.test')
      const stored = await server.services.db.transaction((tx) =>
        tx.query(
          {
            name: 'all_invitations_of_test',
            text: 'select encode(hash, $1) as hash, i::text as row from invitation i',
          },
          ['hex'],
        ),
      )
      assert.ok(!JSON.stringify(stored).includes(token))
    })

    test('T18 an invitation gives no more than its maker may give, and ends when they are removed or lose the role', async () => {
      assert.equal(
        (await server.agent(BOB).call('POST', '/invitations', { email: 'g@shop.test', role: 'agent' })).status,
        403,
      )
      assert.equal((await server.agent(BOB).call('GET', '/invitations')).status, 403)
      const { id: adminId } = await addAgent(server, 'ada@shop.test', 'admin')
      const admin = await enter(server, 'ada@shop.test')
      assert.equal((await admin.call('POST', '/invitations', { email: 'g@shop.test', role: 'owner' })).status, 403)
      const made = await admin.call('POST', '/invitations', { email: 'gus@shop.test', role: 'admin' })
      assert.equal(made.status, 201, made.text)
      const owner = await enter(server, ANN)
      assert.equal((await owner.call('PATCH', `/agents/${adminId}`, { role: 'agent' })).status, 200)
      isEnded(await accept(tokenIn(made.text)))
      isEnded(await post(server, '/invitations/open', { token: tokenIn(made.text) }))
      assert.equal((await owner.call('PATCH', `/agents/${adminId}`, { role: 'admin' })).status, 200)
      assert.equal((await post(server, '/invitations/open', { token: tokenIn(made.text) })).status, 200)
      assert.equal((await owner.call('DELETE', `/agents/${adminId}`)).status, 204)
      isEnded(await accept(tokenIn(made.text)))
      const left = (await owner.call('GET', '/invitations')).body['invitations'] as unknown as { email: string }[]
      assert.ok(!left.some(({ email }) => email === 'gus@shop.test'), 'another admin could renew it')
      const byOwner = await owner.call('POST', '/invitations', { email: 'hal@shop.test', role: 'owner' })
      const { invitation } = byOwner.body as unknown as { invitation: { id: number } }
      await addAgent(server, 'ivy@shop.test', 'admin')
      const ivy = await enter(server, 'ivy@shop.test')
      assert.equal((await ivy.call('POST', `/invitations/${invitation.id}/renew`)).status, 403)
    })

    test('T50 an invitation of an admin needs a password given within ten minutes', async () => {
      const owner = await enter(server, ANN)
      await clock.jump(11 * 60_000)
      const refused = await owner.call('POST', '/invitations', { email: 'kim@shop.test', role: 'admin' })
      assert.match(refused.text, /"reauthenticate"/)
      assert.equal((await owner.call('POST', '/invitations', { email: 'kim@shop.test', role: 'agent' })).status, 201)
      const made = await enter(server, ANN).then(({ call }) =>
        call('POST', '/invitations', { email: 'leo@shop.test', role: 'admin' }),
      )
      const { invitation } = made.body as unknown as { invitation: { id: number } }
      assert.match((await owner.call('POST', `/invitations/${invitation.id}/renew`)).text, /"reauthenticate"/)
    })

    test('what cannot be invited is refused, naming the field', async () => {
      const ann = server.agent(ANN)
      const status = async (body: object) => {
        const { text, status: code } = await ann.call('POST', '/invitations', {
          email: 'm@shop.test',
          role: 'agent',
          ...body,
        })
        return `${code} ${/"field":"([^"]*)"/.exec(text)?.[1] ?? /"code":"([^"]*)"/.exec(text)?.[1]}`
      }
      assert.equal(await status({ email: BOB.toUpperCase() }), '409 email_taken')
      assert.equal(await status({ email: 'nobody' }), '400 /email')
      assert.equal(await status({ channels: [1, 99] }), '400 /channels/1')
      assert.equal(await status({ departments: [99] }), '400 /departments/0')
      assert.equal(await status({ role: 'king' }), '400 /role')
      const { token } = await invited('nina@shop.test')
      assert.equal((await accept(token, 'Nina', 'short')).status, 400)
      assert.equal((await accept(token, 'Nina')).status, 200)
    })
  })

for (const kind of testKinds())
  test(`with a mail server an invitation is mailed, and its link is not shown, ${kind}`, async (t) => {
    const letters = await startPost()
    const server = await startTestServer({ kind, env: { SMTP_URL: letters.url } })
    t.after(() => server.close().then(letters.close))
    const made = await server.agent(ANN).call('POST', '/invitations', { email: GUEST, role: 'agent' })
    assert.equal(made.status, 201, made.text)
    assert.equal(made.body['link'], null)
    const letter: Letter = await letters.gets(({ to }) => to.includes(GUEST))
    assert.match(letter.text, /Subject: Ann invites you to Shop/)
    const token = tokenIn(letter.text)
    const log = await server.agent(ANN).call('GET', '/deliveries?kind=mail')
    assert.ok(!log.text.includes(token))
    assert.equal((await post(server, '/invitations/accept', { token, name: 'Cleo', password: PASSWORD })).status, 200)
  })
