import assert from 'node:assert/strict'
import { after, before, beforeEach, suite, test } from 'node:test'
import type { TrunkTest } from '@deskbell/protocol/agent/call-test'
import type { TrunkBody, TrunkStatus } from '@deskbell/protocol/agent/call-trunk'
import { soon } from '../channels/widget/soon.ts'
import { makePlace, testKinds } from '../db.ts'
import { freePairs } from '../free-port.ts'
import { BOB, startTestServer, type TestServer } from '../test-server.ts'
import { startExchange, type Exchange } from './exchange.ts'
import { without } from '../without.ts'
import { Phone } from './phone.ts'

const NUMBER = '+4930123456'
/** What is waited for on a busy machine (ms). */
const WITHIN = 45_000

const media = async () => {
  const [first = 0] = await freePairs(20)
  return { ALLOW_TARGETS: '127.0.0.1', MEDIA_ADDRESS: '127.0.0.1', MEDIA_PORTS: `${first}-${first + 39}` }
}
const stepsOf = ({ steps }: TrunkTest) => steps.map(({ step }) => step)
const UNTIL_DIALLED = ['settings', 'host', 'connected', 'registered', 'engine', 'dialled']

/** What the tests ask a server for. */
function asking(server: TestServer) {
  const ask = server.agent()
  const read = async () => (await ask.call('GET', '/call-trunk/test')).body['test'] as unknown as TrunkTest | null
  return {
    read,
    sets: async (trunk: Partial<TrunkBody>) =>
      assert.equal((await ask.call('PUT', '/call-trunk', { kind: 'udp', registers: true, ...trunk })).status, 200),
    ready: () =>
      soon(async () => {
        const { state, engine } = (await ask.call('GET', '/call-trunk')).body as unknown as TrunkStatus
        return state === 'ready' && engine.state === 'running'
      }, WITHIN),
    begins: (number: string) => ask.call('POST', '/call-trunk/test', { number }),
    stops: () => ask.call('DELETE', '/call-trunk/test'),
    async over() {
      await soon(async () => (await read())?.ended != null, WITHIN).catch(async () => {
        throw new Error(JSON.stringify(await read()))
      })
      return (await read())!
    },
  }
}

suite('a test call', { skip: without('rtpengine', 'baresip', 'kamailio') }, () => {
  let exchange: Exchange
  let phone: Phone
  let server: TestServer
  let desk: ReturnType<typeof asking>
  const right = () => ({ host: '127.0.0.1', port: exchange.port, user: 'desk', password: 'p-desk' })
  before(async () => {
    exchange = await startExchange()
    phone = await Phone.open({ name: NUMBER, exchange: exchange.address, tone: 1000 })
    server = await startTestServer({ env: await media() })
    desk = asking(server)
  })
  after(async () => {
    await server?.close()
    await phone?.close()
    await exchange?.close()
  })
  beforeEach(() => phone.forget())

  test('needs a trunk, the permission, and a telephone number that may be called', async () => {
    assert.equal((await desk.begins(NUMBER)).status, 404)
    assert.equal((await server.agent(BOB).call('POST', '/call-trunk/test', { number: NUMBER })).status, 403)
    await desk.sets(right())
    await desk.ready()
    for (const number of ['call me', '030 123456', '+49 900 1234567', '12345678901234567890']) {
      const { status, body } = await desk.begins(number)
      assert.equal(status, 400, number)
      assert.match(JSON.stringify(body), /"field":"\/number"/)
    }
    assert.equal(await desk.read(), null)
    assert.equal((await desk.stops()).status, 404)
  })

  test('rings at the telephone, which hears a melody and presses a key; each step has its time', async () => {
    phone.when('CALL_INCOMING', 'accept')
    phone.when('CALL_ESTABLISHED', 'sndcode', { after: 900, params: '5' })
    const closed = phone.until('CALL_CLOSED', WITHIN)
    const { status, body } = await desk.begins('+49 30 123456')
    assert.deepEqual([status, body['state'], body['number']], [200, 'waiting', NUMBER])
    assert.equal((await desk.begins(NUMBER)).body['error']?.['code'], 'test_runs')
    const found = await desk.over()
    await closed
    assert.deepEqual(stepsOf(found), [...UNTIL_DIALLED, 'rings', 'answered', 'sound', 'key', 'over'])
    assert.deepEqual([found.state, found.failure], ['passed', null])
    const said = Object.fromEntries(found.steps.map(({ step, said: what }) => [step, what]))
    assert.deepEqual([said['host'], said['key'], said['over']], ['127.0.0.1', '5', 'server'])
    for (const [n, { at }] of found.steps.entries()) assert.ok(n === 0 || at >= found.steps[n - 1]!.at)
  })

  test('has passed when the telephone hangs up after the melody', async () => {
    phone.when('CALL_INCOMING', 'accept')
    phone.when('CALL_ESTABLISHED', 'hangup', { after: 900 })
    await desk.begins(NUMBER)
    const found = await desk.over()
    assert.deepEqual(stepsOf(found).slice(-3), ['answered', 'sound', 'over'])
    assert.deepEqual([found.state, found.steps.at(-1)?.said], ['passed', 'telephone'])
  })

  test('says so when the telephone is busy, and when the number does not exist', async () => {
    phone.when('CALL_INCOMING', 'hangup')
    await desk.begins(NUMBER)
    const busy = await desk.over()
    assert.deepEqual(busy.failure, { step: 'answered', why: 'busy', said: '486' })
    assert.equal(busy.state, 'failed')
    await desk.begins('+49 30 999999')
    assert.deepEqual((await desk.over()).failure, { step: 'rings', why: 'wrong_number', said: '404' })
  })

  test('is ended by the owner while it rings, and the telephone stops', async () => {
    const rings = phone.until('CALL_INCOMING', WITHIN)
    await desk.begins(NUMBER)
    await rings
    const closed = phone.until('CALL_CLOSED', WITHIN)
    assert.equal((await desk.stops()).status, 204)
    await closed
    const found = await desk.over()
    assert.deepEqual([found.state, found.failure], ['stopped', null])
  })

  test('a telephone that is not answered is told apart', async () => {
    await desk.begins(NUMBER)
    const found = await desk.over()
    assert.deepEqual(found.failure, { step: 'answered', why: 'no_answer', said: null })
    assert.deepEqual(stepsOf(found), [...UNTIL_DIALLED, 'rings'])
  })

  test('a wrong password is told at its step with the words of the trunk', async () => {
    await desk.sets({ ...right(), password: 'wrong' })
    await desk.begins(NUMBER)
    const { steps, failure } = await desk.over()
    assert.deepEqual([failure?.step, failure?.why], ['registered', 'not_registered'])
    assert.match(failure?.said ?? '', /^401/)
    assert.equal(steps.at(-1)?.step, 'connected')
  })

  test('a trunk that does not answer, and a host that is not there, are told at their steps', async () => {
    await desk.sets({ ...right(), kind: 'tcp', port: 9 })
    await desk.begins(NUMBER)
    const silent = (await desk.over()).failure
    assert.deepEqual([silent?.step, silent?.why], ['connected', 'not_connected'])
    await desk.sets({ ...right(), host: 'nowhere.invalid' })
    await desk.begins(NUMBER)
    const { failure } = await desk.over()
    assert.deepEqual([failure?.step, failure?.why], ['host', 'host_unknown'])
  })
})

suite('a test call without rtpengine', { skip: without('kamailio') }, () => {
  test('names what is missing', async () => {
    const exchange = await startExchange()
    const env = { ALLOW_TARGETS: '127.0.0.1', RTPENGINE: '/nowhere/rtpengine' }
    const server = await startTestServer({ env })
    try {
      const desk = asking(server)
      await desk.sets({ host: '127.0.0.1', port: exchange.port, user: 'desk', password: 'p-desk' })
      await desk.begins(NUMBER)
      const { failure } = await desk.over()
      assert.deepEqual([failure?.step, failure?.why], ['engine', 'engine_missing'])
    } finally {
      await server.close()
      await exchange.close()
    }
  })
})

const skip = without('rtpengine', 'baresip', 'kamailio') || (testKinds().length < 2 && 'TEST_DATABASE_URL is not set')
suite('a test call of two processes on one database', { skip }, () => {
  test('is carried out by the one that holds the trunk, whichever is asked, and another test waits until its process is found dead', async () => {
    const exchange = await startExchange()
    const phone = await Phone.open({ name: NUMBER, exchange: exchange.address, tone: 1000 })
    const place = await makePlace('server')
    const first = await startTestServer({ kind: 'server', place, env: await media() })
    const holds = asking(first)
    await holds.sets({ host: '127.0.0.1', port: exchange.port, user: 'desk', password: 'p-desk' })
    await holds.ready()
    const second = await startTestServer({ kind: 'server', place, env: await media() })
    try {
      const other = asking(second)
      phone.when('CALL_INCOMING', 'accept')
      phone.when('CALL_ESTABLISHED', 'hangup', { after: 600 })
      assert.equal((await other.begins(NUMBER)).status, 200)
      assert.equal((await holds.begins(NUMBER)).status, 409)
      const found = await other.over()
      assert.deepEqual([found.state, found.steps.at(-1)?.said], ['passed', 'telephone'])
      assert.deepEqual(await holds.read(), found)
      // A process that was killed says nothing more.
      const killed = {
        name: 'test_kill_test',
        text: `update call_test set holder = gen_random_uuid(), ended_at = null, seen_at = now() - interval '9 seconds'`,
      }
      await second.services.db.query(killed, [])
      const { state, failure } = (await other.read())!
      assert.deepEqual([state, failure?.why], ['failed', 'restarted'])
      phone.forget()
      phone.when('CALL_INCOMING', 'accept')
      phone.when('CALL_ESTABLISHED', 'hangup', { after: 600 })
      assert.equal((await other.begins(NUMBER)).status, 200)
      assert.equal((await other.over()).state, 'passed')
    } finally {
      await second.stop()
      await first.close()
      await phone.close()
      await exchange.close()
    }
  })
})
