import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { addAgent, signIn } from '../agent-api/servers.ts'
import { atRest } from '../at-rest.ts'
import { soon } from '../channels/widget/soon.ts'
import { handClock, type HandClock } from '../clock.ts'
import { testKinds } from '../db.ts'
import { ANN, BOB, startTestServer, type TestServer } from '../test-server.ts'
import { startPushServer, type Behaviour, type Browser } from './push-server.ts'

interface Line {
  chat: number | null
  means: string
  sentAt: number | null
  acceptedAt: number | null
  shownAt: number | null
  openedAt: number | null
  failure: string | null
}

for (const kind of testKinds())
  suite(`web push (${kind})`, () => {
    let clock: HandClock
    let testServer: TestServer
    let pushServer: Awaited<ReturnType<typeof startPushServer>>
    let does: Behaviour = 'deliver'
    before(async () => {
      clock = handClock()
      pushServer = await startPushServer(() => does)
      testServer = await startTestServer({ kind, clock })
    })
    after(async () => {
      await testServer.close()
      await pushServer.close()
    })

    const rest = () => atRest([testServer], [], () => pushServer.count)
    async function pass(ms: number): Promise<void> {
      for (let left = ms; left > 0; left -= 1000) {
        await clock.move(Math.min(left, 1000))
        await rest()
      }
    }
    let keys = 0
    async function adds(email: string): Promise<Browser & { id: number }> {
      const browser = pushServer.subscribes()
      const key = String(keys++).padStart(22, 'k')
      const body = { key, name: 'Firefox', permission: 'granted', subscription: browser.subscription }
      const answer = await testServer.agent(email).call('PUT', '/me/alerts/devices', body)
      assert.equal(answer.status, 200, answer.text)
      return { ...browser, id: answer.body['id'] as unknown as number }
    }
    const removes = (email: string, { id }: { id: number }) =>
      testServer.agent(email).call('DELETE', `/me/alerts/devices/${id}`)
    async function writes(id: string): Promise<number> {
      await testServer.visitor(id, { name: 'Vera' }).writes('a secret text')
      const chat = (await testServer.agent().chats()).find((one) => one.visitor.id === id)
      await rest()
      return chat?.id ?? 0
    }
    async function linesOf(email: string, chat: number | null): Promise<Line[]> {
      const { body } = await testServer.agent(email).call('GET', '/me/alerts/log')
      return (body as unknown as { alerts: Line[] }).alerts.filter((one) => one.chat === chat)
    }
    const confirms = (token: string, step: string) =>
      testServer.ask('/api/alerts/confirm', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ token, step }),
      })

    test('N5 a push is encrypted for its browser and signed, without texts; shown and opened count once', async () => {
      const browser = await adds(BOB)
      const chat = await writes('pushed')
      await soon(() => browser.arrived.length === 1)
      const [payload] = browser.arrived
      assert.ok(payload)
      assert.deepEqual([payload.what, payload.name, payload.path], ['waiting', 'Vera', `/inbox/waiting/${chat}`])
      assert.doesNotMatch(JSON.stringify(payload), /secret/)
      assert.match(pushServer.authorizations.at(-1) ?? '', /^vapid t=.+, ?k=/)
      await rest()
      const [sent] = await linesOf(BOB, chat)
      assert.ok(sent?.sentAt && sent.acceptedAt && sent.shownAt === null)
      assert.equal((await confirms(payload.token, 'shown')).status, 204)
      const [shown] = await linesOf(BOB, chat)
      assert.ok(shown?.shownAt && shown.openedAt === null)
      await clock.move(1000)
      const [head, id, signature = ''] = payload.token.split('.')
      for (const forged of [`${head}.${id}.${signature.slice(0, -2)}AA`, `${head}.${id}.${'A'.repeat(22)}`])
        assert.equal((await confirms(forged, 'opened')).status, 204)
      assert.equal((await linesOf(BOB, chat))[0]?.openedAt, null)
      assert.equal((await confirms(payload.token, 'opened')).status, 204)
      const [opened] = await linesOf(BOB, chat)
      assert.ok(opened?.openedAt)
      assert.equal(opened.shownAt, shown.shownAt)
      await removes(BOB, browser)
    })

    test('N3 what is not opened in time goes to the next device, then to the others, each once', async () => {
      const [first, second] = [await adds(BOB), await adds(BOB)]
      const chat = await writes('unseen')
      await pass(70_000)
      assert.equal(first.arrived.filter(({ tag }) => tag === `chat-${chat}`).length, 1)
      assert.equal(second.arrived.filter(({ tag }) => tag === `chat-${chat}`).length, 1)
      await removes(BOB, first)
      await removes(BOB, second)
    })

    test('N6 a push that fails is tried again and goes further; a subscription that has ended gets no more', async () => {
      const [last, first] = [await adds(BOB), await adds(BOB)]
      does = 'gone'
      const chat = await writes('gone')
      await pass(3000)
      const lines = await linesOf(BOB, chat)
      assert.ok(lines.length === 2 && lines.every(({ failure }) => failure !== null), 'both at once, not after 30 s')
      const { body } = await testServer.agent(BOB).call('GET', '/me/alerts')
      const devices = body['devices'] as unknown as { id: number; push: boolean; failure: string }[]
      for (const { id } of [last, first]) assert.equal(devices.find((one) => one.id === id)?.push, false)
      does = 'fail'
      const again = await adds(BOB)
      const other = await writes('failing')
      await pass(2000)
      does = 'deliver'
      await pass(12_000)
      assert.equal(again.arrived.filter(({ tag }) => tag === `chat-${other}`).length, 1)
      for (const one of [last, first, again]) await removes(BOB, one)
    })

    test('N6 a subscription that the browser replaces while a push to the old one is under way is kept', async () => {
      const key = 'r'.repeat(22)
      const put = async ({ subscription }: Browser) => {
        const body = { key, name: 'Firefox', permission: 'granted', subscription }
        return (await testServer.agent(BOB).call('PUT', '/me/alerts/devices', body)).body['id'] as unknown as number
      }
      const id = await put(pushServer.subscribes())
      const renewed = pushServer.subscribes()
      does = 'delay'
      const asked = pushServer.count
      const chat = await writes('replaced')
      await soon(() => pushServer.count > asked)
      await put(renewed)
      does = 'gone'
      pushServer.release('gone')
      await rest()
      does = 'deliver'
      await pass(2000)
      const { body } = await testServer.agent(BOB).call('GET', '/me/alerts')
      const devices = body['devices'] as unknown as { id: number; push: boolean }[]
      assert.equal(devices.find((one) => one.id === id)?.push, true)
      assert.notEqual((await linesOf(BOB, chat)).find(({ means }) => means === 'push')?.failure, null)
      await removes(BOB, { id })
    })

    test('N7 a test of a device shows each step and goes to no other device', async () => {
      const [mine, other] = [await adds(ANN), await adds(ANN)]
      const { status, body } = await testServer.agent(ANN).call('POST', `/me/alerts/devices/${mine.id}/test`)
      assert.equal(status, 201)
      await pass(3000)
      await soon(() => mine.arrived.length === 1)
      assert.equal(mine.arrived[0]?.what, 'test')
      await confirms(mine.arrived[0]?.token ?? '', 'opened')
      const lines = await linesOf(ANN, null)
      assert.ok(lines[0]?.acceptedAt && lines[0].shownAt && lines[0].openedAt, String(body['alert']))
      await pass(35_000)
      assert.ok(!other.arrived.some(({ what }) => what === 'test'))
      const foreign = await testServer.agent(BOB).call('POST', `/me/alerts/devices/${mine.id}/test`)
      assert.equal(foreign.status, 404)
      for (const one of [mine, other]) await removes(ANN, one)
    })

    test('T17 T46 a device of another agent is answered as unknown; own ones are tested six times, then every 5 s', async () => {
      const mine = await adds(ANN)
      const tests = async (email: string, id: number) => {
        const { status, text } = await testServer.agent(email).call('POST', `/me/alerts/devices/${id}/test`)
        return `${status} ${status === 201 ? '' : text}`
      }
      assert.equal(await tests(BOB, mine.id), await tests(BOB, 987_654_321))
      await clock.move(60_000)
      for (let i = 0; i < 6; i++) assert.match(await tests(ANN, mine.id), /^201/)
      assert.match(await tests(ANN, mine.id), /^429 .*rate_limited/)
      await pass(6000)
      assert.match(await tests(ANN, mine.id), /^201/)
      await pass(3000)
      await removes(ANN, mine)
    })

    test('N6 an alert on its way to an agent who is removed meanwhile is not sent', async () => {
      const eve = await addAgent(testServer, 'eve@shop.test', 'admin')
      const browser = await adds('eve@shop.test')
      does = 'fail'
      const chat = await writes('to a removed agent')
      assert.equal((await linesOf('eve@shop.test', chat))[0]?.means, 'push')
      const removed = await testServer.agent(ANN).call('DELETE', `/agents/${eve.id}`)
      assert.equal(removed.status, 204, removed.text)
      does = 'deliver'
      await pass(70_000)
      assert.deepEqual(
        browser.arrived.filter(({ tag }) => tag === `chat-${chat}`),
        [],
      )
    })

    test('T50 a browser is alerted until its session ends, also when nobody signs out there', async () => {
      const sessions = [await signIn(testServer, BOB), await signIn(testServer, BOB)]
      const browsers = [pushServer.subscribes(), pushServer.subscribes()]
      const headers = (cookie = '') => ({ cookie, origin: testServer.publicUrl, 'content-type': 'application/json' })
      for (const [i, { subscription }] of browsers.entries()) {
        const body = { key: `${i}`.padStart(22, 's'), name: 'Firefox', permission: 'granted', subscription }
        const put = { method: 'PUT', headers: headers(sessions[i]), body: JSON.stringify(body) }
        assert.equal((await testServer.ask('/api/me/alerts/devices', put)).status, 200)
      }
      const out = await testServer.ask('/api/session', {
        method: 'DELETE',
        headers: { cookie: sessions[0] ?? '', origin: testServer.publicUrl },
      })
      assert.equal(out.status, 204)
      const chat = await writes('signed-out')
      await pass(35_000)
      const arrived = browsers.map((one) => one.arrived.filter(({ tag }) => tag === `chat-${chat}`).length)
      assert.deepEqual(arrived, [0, 1])
      const { body } = await testServer.agent(BOB).call('GET', '/me/alerts')
      const [left, ...more] = body['devices'] as unknown as { id: number; key: string }[]
      assert.deepEqual([left?.key, more.length], ['1'.padStart(22, 's'), 0])
      await removes(BOB, left ?? { id: 0 })
    })

    test('T13 a subscription at an address that is not allowed is not connected to', async () => {
      const body = {
        key: 'x'.repeat(22),
        name: 'Firefox',
        permission: 'granted',
        subscription: { ...pushServer.subscribes().subscription, endpoint: 'https://10.0.0.1/push' },
      }
      const { id } = (await testServer.agent(BOB).call('PUT', '/me/alerts/devices', body)).body as unknown as {
        id: number
      }
      const chat = await writes('inside')
      await pass(2000)
      assert.match((await linesOf(BOB, chat))[0]?.failure ?? '', /private address/)
      await removes(BOB, { id })
    })
  })
