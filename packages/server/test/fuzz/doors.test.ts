import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import fc from 'fast-check'
import { extent, seedOfRun, tell } from '../../../../tools/extent.ts'
import { startServer } from '../agent-api/servers.ts'
import { handClock, type HandClock } from '../clock.ts'
import { testKinds } from '../db.ts'
import type { Answer, TestServer } from '../test-server.ts'
import { DOORS, type Door, type Input, type World } from './doors.ts'
import { digestOf, makeWorld } from './worlds.ts'

/** Inputs in all, and one after the other at one door; a round at all doors has a world of its own. */
const INPUTS = extent(700, 50_000, 5_000_000)
const OF_EACH = extent(3, 40)
/** The clock stands still while a request is under way, for so long (ms); then what it may wait for comes. */
const PATIENCE = 100
/** So often a request that the server cannot answer now is sent. */
const TRIES = 4
/** How often it is looked whether a refused input changes something. */
const LOOKS = 3

for (const kind of testKinds())
  suite(`every door that reads JSON, ${kind}`, () => {
    let clock: HandClock
    let testServer: TestServer
    const faults: string[] = []
    before(async () => {
      clock = handClock()
      testServer = await startServer({ kind, clock, onLog: (line) => line.includes('"error"') && faults.push(line) })
    })
    after(() => testServer.close())

    /** Waits for work, which may wait for timers: then the clock goes on. */
    async function moving<T>(work: Promise<T>): Promise<T> {
      let isOver = false
      const over = work.finally(() => (isOver = true))
      while (!isOver) {
        await Promise.race([over.catch(() => {}), pause(PATIENCE)])
        if (!isOver) await clock.move(1000)
      }
      return over
    }

    const sendOnce = ({ method, path, headers, body }: Input): Promise<Answer> =>
      moving(testServer.ask(path, { method, headers, ...(body !== undefined && { body: Buffer.from(body, 'utf8') }) }))

    /** On a busy machine the clock is moved while the server works, which is late then. A fault of the input is there each time. */
    async function send(input: Input): Promise<Answer> {
      let answer = await sendOnce(input)
      for (let tries = 1; answer.status === 503 && tries < TRIES; tries++) answer = await sendOnce(input)
      return answer
    }

    function check({ name, away }: Door, seed: number, input: Input, answer: Answer): void {
      const title = `SEED=${seed} ${name}: ${answer.status} ${answer.text.slice(0, 300)} to ${JSON.stringify(input).slice(0, 1500)}`
      const isAway = answer.status === 503 && away !== undefined && answer.body['error']?.['code'] === away
      assert.ok(answer.status < 500 || isAway, title)
      // The world of the inputs is still there.
      assert.ok(answer.status !== 401 || name === 'signIn', title)
      if (answer.status < 400) return
      const { code, message }: { code?: string; message?: string } = answer.body['error'] ?? {}
      assert.match(String(code), /^[a-z_]+$/, title)
      assert.ok(String(message).length > 10, title)
    }

    /**
     * What is refused once more changes nothing, unless something has made it right meanwhile. Returns whether this was seen. What
     * the server does by itself, such as another attempt at a delivery, changes something once, and a request each time.
     */
    async function changesNothing(door: string, world: World, refused: readonly Input[]): Promise<boolean> {
      let [before, after] = ['', '']
      for (let look = 0; look < LOOKS; look++) {
        await moving(testServer.settled())
        before = await digestOf(testServer, world.account)
        for (const input of refused) if ((await send(input)).status < 400) return false
        await testServer.services.commit.idle()
        after = await digestOf(testServer, world.account)
        if (after === before) return true
      }
      assert.equal(after, before, `${door}: ${JSON.stringify(refused).slice(0, 3000)}`)
      return true
    }

    test('T29 T31 inputs that fit the schemas, and changed ones: none is an error of the server, and a refused one changes nothing', async () => {
      const seed = seedOfRun()
      const counts = { sent: 0, taken: 0, refused: 0, unchanged: 0 }
      for (let round = 0; counts.sent < INPUTS; round++) {
        const world = await makeWorld(testServer, round)
        for (const [at, door] of DOORS.entries()) {
          const refused: Input[] = []
          for (const input of fc.sample(door.inputs(world), {
            numRuns: OF_EACH,
            seed: seed + round * DOORS.length + at,
          })) {
            const answer = await send(input)
            check(door, seed, input, answer)
            counts.sent++
            if (answer.status < 400) counts.taken++
            else if (input.method !== 'GET') refused.push(input)
          }
          counts.refused += refused.length
          if (refused.length > 0 && (await changesNothing(`SEED=${seed} ${door.name}`, world, refused)))
            counts.unchanged += refused.length
          assert.deepEqual(faults, [], door.name)
        }
        await clock.move(1000)
      }
      tell({
        what: `inputs of JSON doors, made from their schemas, ${kind}`,
        count: counts.sent,
        violations: faults.length,
      })
      const said = JSON.stringify(counts)
      assert.ok(DOORS.length > 120, `${DOORS.length} doors`)
      assert.ok(counts.taken > counts.sent / 30, said)
      assert.ok(counts.unchanged > counts.refused / 2, said)
      assert.equal(({} as { polluted?: unknown }).polluted, undefined)
    })
  })
