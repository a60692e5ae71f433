import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { beforeWriting, shortLease, type Edit } from '../checker/edits.ts'
import { seedOfRun } from '../../../../tools/extent.ts'
import { startTrial } from '../checker/run.ts'
import { sendAsAgent, sendAsCustomer } from '../checker/writers.ts'
import { testKinds } from '../db.ts'

/** Code that ends the process as `kill -9` does, once for each point, when the value that it is processing says so. */
const die = (point: string, inHand: string) => `{
  const fs = process.getBuiltinModule('node:fs')
  const once = process.env.POINTS + '/${point.replaceAll(' ', '-')}'
  if (JSON.stringify(${inHand}).includes('die ${point}') && !fs.existsSync(once)) {
    fs.writeFileSync(once, '')
    process.kill(process.pid, 'SIGKILL')
  }
}`

const inBatch = 'inputs.map(({ input }) => input.command)'
const points: Edit[] = [
  ...beforeWriting(die('before the commit', inBatch)),
  {
    file: 'conversation/commit/commit.ts',
    find: 'onCommitted(changed)\n',
    put: `${die('before the answer', 'batch.map(({ input }) => input.command)')}\nonCommitted(changed)\n`,
  },
  {
    file: 'deliveries/worker.ts',
    find: 'const startedAt = clock.now()',
    put: `${die('after the claim', 'delivery.body')}\nconst startedAt = clock.now()`,
  },
  {
    file: 'deliveries/worker.ts',
    find: 'onAttempt?.(delivery.kind, attempted.record)',
    put: `${die('after the request', 'delivery.body')}\nonAttempt?.(delivery.kind, attempted.record)`,
  },
  {
    file: 'deliveries/worker.ts',
    find: 'await leases.whileDown(delivery, () => handler.conclude(delivery, attempted, settlement))',
    put: `await leases.whileDown(delivery, () => handler.conclude(delivery, attempted, settlement))
      ${die('after the end', 'delivery.body')}`,
  },
]

/**
 * Where the process is killed, during whose message, and how often the integrator then receives the agent's message.
 */
const deaths: { by: 'customer' | 'agent'; point: string; requests: number }[] = [
  { by: 'customer', point: 'before the commit', requests: 0 },
  { by: 'customer', point: 'before the answer', requests: 0 },
  { by: 'agent', point: 'before the commit', requests: 1 },
  { by: 'agent', point: 'before the answer', requests: 1 },
  { by: 'agent', point: 'after the claim', requests: 1 },
  { by: 'agent', point: 'after the request', requests: 2 },
  { by: 'agent', point: 'after the end', requests: 1 },
]

for (const kind of testKinds())
  test(`R2 killed between each pair of steps, the server loses nothing and repeats only requests that it had sent, ${kind}`, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'deskbell-points-'))
    const trial = await startTrial({
      kind,
      seed: seedOfRun(),
      edits: [...shortLease, ...points],
      env: { POINTS: folder },
    })
    const { server, writers, integrator } = trial
    try {
      await trial.opens()
      const { window } = trial
      const chat = await trial.begin('one', 'keyed')
      const requestsWith = (text: string) => integrator.received.filter((one) => one.text === text)
      for (const [k, { by, point, requests }] of deaths.entries()) {
        const text = `${by} ${k}: die ${point}`
        // Each point kills once for the customer's message and once for the agent's.
        rmSync(join(folder, point.replaceAll(' ', '-')), { force: true })
        const ended = server.ended()
        const sent =
          by === 'customer'
            ? sendAsCustomer(writers, 'one', 'keyed', k + 1, text)
            : sendAsAgent(writers, chat, 'one', text)
        assert.equal(await ended, 'SIGKILL', text)
        server.launch()
        await sent
        await server.up
        const n = () => window.entries.get(chat)?.find((entry) => entry.type === 'message' && entry.text === text)?.n
        assert.ok(await window.until(() => n() !== undefined, 10_000), `${text}: not seen`)
        if (by === 'customer') continue
        const over = () => window.has(chat, (entry) => entry.type === 'message.delivered' && entry.of === n())
        assert.ok(await window.until(over, 30_000), `${text}: never delivered`)
        assert.equal(requestsWith(text).length, requests, text)
        assert.equal(new Set(requestsWith(text).map(({ webhookId, body }) => webhookId + body)).size, 1, text)
      }
      const { violations } = await trial.judged()
      assert.deepEqual(violations, [])
    } finally {
      await trial.close()
      rmSync(folder, { recursive: true })
    }
  })
