import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { test } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { settle } from '../../../test/clock.ts'
import { realClock } from '../../platform/clock.ts'
import { makeGuard } from './guard.ts'
import { makeSender } from './send.ts'

const MIB = 1024 * 1024

// Alone in its file, and so in its process, because other tests leave garbage of their own.
test('T14 memory does not grow with hostile answers', { timeout: 30_000 }, async (t) => {
  setFlagsFromString('--expose-gc')
  const gc: () => void = runInNewContext('gc')
  const child = fork(new URL('../../../test/endless.ts', import.meta.url))
  t.after(() => child.disconnect())
  const [url] = await once(child, 'message')
  const sender = makeSender({
    guard: makeGuard({ allowTargets: ['127.0.0.1'] }),
    clock: realClock,
    userAgent: 'Deskbell/0.1.0',
    socketsPerOrigin: 4,
  })
  t.after(() => sender.close())

  const ask = () => sender.send({ method: 'POST', body: '{}', timeoutMs: 3_000, maxBytes: 256 * 1024, url })
  const keptAfter = async (rounds: number) => {
    for (let i = 0; i < rounds; i++) {
      const answers = await Promise.all([ask(), ask(), ask(), ask()])
      assert.ok(answers.every((answer) => answer.kind === 'failed' && answer.reason === 'too_large'))
    }
    for (let i = 0; i < 3; i++) {
      await settle()
      gc()
    }
    const { heapUsed, external } = process.memoryUsage()
    return heapUsed + external
  }
  const before = await keptAfter(20)
  // 160 responses of 256 KiB each are read and refused here, 40 MiB if they were kept.
  const grown = (await keptAfter(40)) - before
  assert.ok(grown < 5 * MIB, `${(grown / MIB).toFixed(1)} MiB more`)
})
