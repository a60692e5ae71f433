import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { SocketReader } from '../checker/readers.ts'
import { seedOfRun } from '../../../../tools/extent.ts'
import { startTrial } from '../checker/run.ts'
import { openTap } from '../checker/tap.ts'
import { sendAsCustomer } from '../checker/writers.ts'
import { testKinds } from '../db.ts'
import { findNats } from '../nats.ts'

/** A busy machine may take so much longer than the two seconds between two polls (ms). */
const LOOK = 2500
const BUSY = 3000

/** A proxy between the processes and NATS, which the test can cut. Undefined when this machine has no NATS server. */
async function tapOfNats() {
  const nats = await findNats()
  if (nats === undefined) return undefined
  const { hostname, port } = new URL(nats)
  const tap = await openTap({ hostname, port: Number(port) })
  return { ...tap, url: `nats://127.0.0.1:${tap.port}` }
}

/** Two processes on one database: a customer is connected to one, an agent's window to the other. */
async function startTwo(env: Record<string, string>) {
  const trial = await startTrial({ kind: 'server', seed: seedOfRun(), env })
  const start = async () => {
    await trial.opens()
    return { chat: await trial.begin('one', 'plain'), other: await trial.joins() }
  }
  const { chat, other } = await start().catch(async (error: unknown) => {
    await trial.close()
    throw error
  })
  const window = new SocketReader('window at the other', other.url)
  await window.until(() => window.has(chat, ({ type }) => type === 'agent.joined'), 20_000)
  let k = 0
  return {
    trial,
    chat,
    window,
    /** Sends a message to one process. Resolves with the milliseconds until the window at the other shows it. */
    async sends(): Promise<number> {
      const text = `across ${++k}`
      await sendAsCustomer(trial.writers, 'one', 'plain', k, text)
      const since = performance.now()
      const seen = await window.until(
        () => window.has(chat, (entry) => entry.type === 'message' && entry.text === text),
        20_000,
      )
      assert.ok(seen, `${text} has not come`)
      return performance.now() - since
    },
    async close() {
      window.close()
      await trial.close()
    },
  }
}

describe(
  'two processes on one database',
  { skip: testKinds().includes('server') ? false : 'needs TEST_DATABASE_URL' },
  () => {
    test('R6 without a bus each process finds commits of the other by polling', async () => {
      const two = await startTwo({})
      try {
        const took: number[] = []
        for (let i = 0; i < 5; i++) took.push(await two.sends())
        process.stdout.write(`without a bus: ${took.map(Math.round).join(', ')} ms\n`)
        assert.ok(Math.max(...took) < LOOK + BUSY, String(took))
        assert.ok(took.toSorted((a, b) => a - b)[2]! < LOOK, String(took))
        assert.deepEqual((await two.trial.judged()).violations, [])
      } finally {
        await two.close()
      }
    })

    test('R6 with a bus the other process shows a message at once, and nothing is lost when the bus goes down', async (t) => {
      const tap = await tapOfNats()
      if (!tap) return t.skip('needs NATS')
      const two = await startTwo({ NATS_URL: tap.url })
      try {
        const quick: number[] = []
        for (let i = 0; i < 5; i++) quick.push(await two.sends())
        tap.drop()
        const slow: number[] = []
        for (let i = 0; i < 3; i++) slow.push(await two.sends())
        tap.back()
        process.stdout.write(
          `with a bus: ${quick.map(Math.round).join(', ')} ms; without it: ${slow.map(Math.round).join(', ')} ms\n`,
        )
        assert.ok(quick.toSorted((a, b) => a - b)[2]! < 500, String(quick))
        assert.ok(Math.max(...slow) < LOOK + BUSY, String(slow))
        assert.deepEqual((await two.trial.judged()).violations, [])
      } finally {
        await two.close()
        await tap.close()
      }
    })
  },
)
