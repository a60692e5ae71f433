import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { test, type TestContext } from 'node:test'
import { atRest } from '../at-rest.ts'
import { handClock, machineIn } from '../clock.ts'
import { seedOfRun } from '../../../../tools/extent.ts'
import { startTrial } from '../checker/run.ts'
import { sendAsAgent } from '../checker/writers.ts'
import { makePlace, testKinds } from '../db.ts'
import { startTestServer, type TestServer } from '../test-server.ts'
import { startIntegratorServer } from '../integrator-server.ts'

const skip = testKinds().includes('server') ? false : 'needs TEST_DATABASE_URL'
const MESSAGES = 20
/** R19: another process takes over within this time (ms). */
const TAKEN_OVER_WITHIN = 35_000

/**
 * Two processes on one database, with clocks that the test moves. The clock of the other machine is `apart` ms ahead.
 */
async function startTwo(t: TestContext, apart: number) {
  const world = handClock()
  const front = await startIntegratorServer({ clock: world })
  const place = await makePlace('server')
  const [machine, otherMachine] = [machineIn(world, 0), machineIn(world, apart)]
  const options = {
    kind: 'server' as const,
    place,
    channel: { serverUrl: front.url },
    readTime: async () => world.now(),
  }
  const one = await startTestServer({ ...options, clock: machine })
  const other = await startTestServer({ ...options, clock: otherMachine })
  t.after(async () => {
    front.answers()
    await other.stop()
    await one.stop()
    await front.close()
    await place.drop()
  })

  const rests = () => atRest([one, other], [front])
  return {
    ...{ world, front, one, other, machine, otherMachine, rests },
    async passes(ms: number): Promise<void> {
      for (let gone = 0; gone < ms; gone += 500) {
        await rests()
        await world.move(500)
      }
      await rests()
    },
    /** When each message was sent, after its first attempt (ms). */
    sent(): Map<string, number[]> {
      const times = new Map<string, number[]>()
      const first = front.requests[0]?.at ?? 0
      for (const request of front.requests) {
        const id = request.header('webhook-id') ?? ''
        times.set(id, [...(times.get(id) ?? []), request.at - first])
      }
      return times
    },
  }
}

/** Ann writes to so many customers, each in its own chat. */
async function writesToMany(testServer: TestServer): Promise<void> {
  const ann = testServer.agent()
  for (let i = 0; i < MESSAGES; i++) await testServer.visitor(`customer ${i}`).writes('Hello')
  const chats = await ann.chats('?limit=200')
  for (const { id } of chats) await ann.accepts(id)
  await Promise.all(chats.map(({ id }) => ann.writes(id, 'Good day')))
}

for (const apart of [120_000, -120_000]) {
  test(
    `T53 two processes whose clocks differ by ${apart / 1000} s and are set meanwhile send no message twice`,
    { skip, timeout: 120_000 },
    async (t) => {
      const two = await startTwo(t, apart)
      const { front, one, machine, otherMachine } = two
      front.hangs()
      await writesToMany(one)
      await two.rests()
      assert.equal(front.requests.length, MESSAGES)
      await two.passes(1000)
      machine.set(-60_000)
      otherMachine.set(300_000)
      await two.passes(1000)
      machine.set(300_000)
      otherMachine.set(-60_000)
      // The first attempts end after three seconds, and the second ones begin.
      await two.passes(2000)
      assert.equal(front.requests.length, 2 * MESSAGES)
      front.answers()
      await two.passes(45_000)
      // The second attempt hangs as well; the third is answered.
      for (const [id, times] of two.sent()) {
        assert.equal(times.length, 3, `${id}: ${String(times)}`)
        for (const [i, at] of times.entries()) assert.ok(Math.abs(at - 3000 * i) <= 500, `${id}: ${String(times)}`)
      }
      assert.equal(two.sent().size, MESSAGES)
    },
  )

  test(
    `T53 R19 a process whose clock differs by ${apart / 1000} s takes over the deliveries of a dead one within 35 s`,
    { skip, timeout: 120_000 },
    async (t) => {
      const two = await startTwo(t, apart)
      const { front, one, other, machine } = two
      front.hangs()
      await writesToMany(one)
      await two.rests()
      machine.die()
      front.answers()
      await two.passes(TAKEN_OVER_WITHIN)
      for (const [id, times] of two.sent()) assert.equal(times.length, 2, `${id}: ${String(times)}`)
      const [first] = [...two.sent().values()]
      assert.ok((first?.[1] ?? 0) >= 20_000, `taken over before the lease ended: ${String(first)}`)
      const chats = await other.agent().chats('?limit=200')
      assert.equal(chats.length, MESSAGES)
    },
  )
}

test(
  'T53 R16 a server whose clock is set by NTP or by hand sends nothing earlier, later or twice',
  { timeout: 60_000 },
  async (t) => {
    const world = handClock()
    const front = await startIntegratorServer({ clock: world })
    const machine = machineIn(world, 0)
    const testServer = await startTestServer({
      clock: machine,
      readTime: async () => world.now(),
      channel: { serverUrl: front.url },
    })
    t.after(() => testServer.close().then(front.close))
    const settles = () => atRest([testServer], [front])
    let answered = 0
    const answers = (response: ServerResponse) => {
      answered++
      response.writeHead(500).end()
    }
    front.behaves((_request, response) => void world.after(2000, () => answers(response)), 2)
    await testServer.visitor('v1').writes('Hello')
    await testServer.agent().accepts(1)
    await testServer.agent().writes(1, 'Good day')
    const attempts = async (): Promise<number> => {
      const page = await testServer.agent().call('GET', '/channels/1/deliveries?chat=1')
      const [delivery] = page.body['deliveries'] as unknown as { id: number }[]
      const { body } = await testServer.agent().call('GET', `/deliveries/${delivery?.id}`)
      return (body['attemptList'] as unknown as unknown[]).length
    }
    /** How many attempts have begun by now. The store takes its time, which the hand's clock does not know. */
    const due = () => Math.min(3, 1 + Math.floor((world.now() - (front.requests[0]?.at ?? Infinity)) / 3000))
    for (let gone = 0; gone < 40_000; gone += 500) {
      if (gone === 1000) machine.set(-60_000)
      if (gone === 4000) machine.set(300_000)
      await settles()
      await comes(() => front.requests.length > 0 && front.requests.length >= due())
      await comes(async () => (await attempts()) >= answered)
      await world.move(500)
    }
    const first = front.requests[0]?.at ?? 0
    const times = front.requests.map(({ at }) => at - first)
    assert.equal(times.length, 3, String(times))
    for (const [i, at] of times.entries()) assert.ok(Math.abs(at - 3000 * i) <= 500, String(times))
  },
)

test(
  'T53 two real processes, one 120 s ahead and then set back and forth: each message is attempted as often as it is due',
  { skip, timeout: 240_000 },
  async () => {
    const imports = [new URL('../checker/clock-apart.ts', import.meta.url)]
    const trial = await startTrial({ kind: 'server', seed: seedOfRun(), imports })
    try {
      await trial.opens()
      const customers = Array.from({ length: MESSAGES }, (_, i) => `apart ${i}`)
      const chats = new Map<string, number>()
      for (const customer of customers) chats.set(customer, await trial.begin(customer, 'plain'))
      const other = await trial.joins({ env: { CLOCK_APART: '120000', CLOCK_STEP: '-60000' } })
      // No attempt is answered: three attempts in nine seconds.
      trial.integrator.holds(() => new Promise(() => {}))
      await Promise.all(
        customers.map((customer) => sendAsAgent(trial.writers, chats.get(customer) ?? 0, customer, `to ${customer}`)),
      )
      process.kill(other.pid, 'SIGUSR2')
      process.kill(trial.server.pid, 'SIGUSR2')
      const ended = (chat: number) => trial.window.has(chat, ({ type }) => type === 'message.failed')
      await trial.window.until(() => [...chats.values()].every(ended), 60_000)
      const times = new Map<string, number>()
      for (const { webhookId } of trial.integrator.received) times.set(webhookId, (times.get(webhookId) ?? 0) + 1)
      assert.deepEqual(
        [...times.values()],
        customers.map(() => 3),
      )
      assert.deepEqual((await trial.judged()).violations, [])
    } finally {
      await trial.close()
    }
  },
)

/** Waits in real time, while the hand's clock stands still, for what must come. */
async function comes(condition: () => boolean | Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 2000; tries++) {
    if (await condition()) return
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  assert.fail('it has not come')
}
