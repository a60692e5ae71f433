import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { seedOfRun } from '../../../../tools/extent.ts'
import { startTrial, type Trial } from '../checker/run.ts'
import { findBinaries, startOwnPostgres } from './own-postgres.ts'

const ABSENT = 3000
const bin = findBinaries()

interface Knock {
  status: number
  ms: number
  retryAfter: string | null
}

let knocked = 0

/** Sends one message and reads the answer. Status 0: there was no answer. */
async function knock({ server, writers: { ledger } }: Trial): Promise<Knock> {
  const id = `knock ${++knocked}`
  const sending = { id, by: 'customer' as const, customer: 'knocker', text: id, keyed: false }
  await ledger.sends(sending)
  const since = performance.now()
  let knock: Knock = { status: 0, ms: 0, retryAfter: null }
  let answer = ''
  try {
    const response = await fetch(server.channelUrl, {
      method: 'POST',
      body: JSON.stringify({ sender: { id: 'knocker' }, message: { type: 'text', text: id } }),
      signal: AbortSignal.timeout(10_000),
    })
    answer = await response.text()
    knock = { status: response.status, ms: 0, retryAfter: response.headers.get('retry-after') }
  } catch {
    // No answer: the status stays 0.
  }
  knock.ms = performance.now() - since
  await ledger.answered({ id, verdict: knock.status === 200 ? 'ok' : 'unknown', status: knock.status, answer })
  return knock
}

test(
  'R4 the database goes down and comes back: requests get 503 meanwhile, no message is lost, sockets stay open',
  {
    skip: bin ? false : 'there is no Postgres server to start on this machine',
  },
  async () => {
    const seed = seedOfRun()
    const postgres = await startOwnPostgres(bin ?? '')
    const place = { dataDir: '', databaseUrl: postgres.databaseUrl, drop: () => postgres.drop() }
    const trial = await startTrial({ kind: 'server', seed, place })
    try {
      await trial.opens()
      await trial.loads()
      const figures: string[] = []
      const knocks = async (until: () => boolean): Promise<Knock[]> => {
        const answers: Knock[] = []
        while (!until()) {
          answers.push(await knock(trial))
          await pause(50)
        }
        return answers
      }
      /** Sends until a message is accepted. Resolves with the milliseconds that took. */
      const back = async (): Promise<number> => {
        const since = performance.now()
        for (;;) {
          const { status } = await knock(trial)
          if (status === 200) return performance.now() - since
          assert.ok(
            performance.now() - since < 30_000,
            'the server accepts no messages 30 s after the database is back',
          )
          await pause(50)
        }
      }
      for (const mode of ['fast', 'immediate'] as const) {
        await trial.acknowledges(10)
        await postgres.stop(mode)
        let over = false
        const absence = pause(ABSENT).then(() => (over = true))
        const answers = await knocks(() => over)
        await absence
        await postgres.start()
        const ms = await back()
        figures.push(
          `${mode}: ${answers.length} refused, slowest ${Math.round(slowest(answers))} ms, back ${Math.round(ms)} ms`,
        )
        for (const { status, retryAfter } of answers) {
          assert.equal(status, 503)
          assert.ok(Number(retryAfter) >= 1)
        }
        assert.ok(slowest(answers) < 2000, `${mode}: ${slowest(answers)} ms`)
        assert.ok(ms < 5000, `${mode}: back after ${ms} ms`)
      }

      // A database that accepts connections and does not answer.
      await trial.acknowledges(10)
      postgres.freeze()
      let frozen: Knock[]
      try {
        frozen = await Promise.all([1, 2, 3].map(() => knock(trial)))
      } finally {
        postgres.thaw()
      }
      const ms = await back()
      figures.push(`frozen: slowest ${Math.round(slowest(frozen))} ms, back ${Math.round(ms)} ms`)
      for (const { status } of frozen) assert.equal(status, 503)
      assert.ok(slowest(frozen) < 5000, `frozen: ${slowest(frozen)} ms`)
      assert.ok(ms < 5000, `frozen: back after ${ms} ms`)

      assert.equal(trial.window.connections, 1, 'the socket has stayed open')
      const outcome = await trial.judged()
      process.stdout.write(`${figures.join('; ')}; ${outcome.acknowledged} acknowledged (SEED=${seed})\n`)
      assert.deepEqual(outcome.violations, [], `SEED=${seed}`)
    } finally {
      await trial.close()
      await postgres.drop()
    }
  },
)

const slowest = (answers: readonly Knock[]): number => Math.max(0, ...answers.map(({ ms }) => ms))
