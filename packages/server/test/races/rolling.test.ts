import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { extent, seedOfRun, tell } from '../../../../tools/extent.ts'
import { startBalancer } from '../checker/balancer.ts'
import { startTrial } from '../checker/run.ts'
import { ServerProcess } from '../checker/server-process.ts'
import { openPage, WIDGET } from '../channels/widget/page.ts'
import { soon } from '../channels/widget/soon.ts'
import { makePlace, testKinds } from '../db.ts'
import { freePort } from '../free-port.ts'
import { findNats } from '../nats.ts'
import { ANN } from '../test-server.ts'

const WITHIN = 60_000

for (const kind of testKinds().filter((one) => one === 'server'))
  test('R30 three processes behind a balancer are replaced one after the other under load: nothing is lost, doubled or refused', async (t) => {
    const seed = seedOfRun()
    const rounds = extent(1, 10)
    const nats = await findNats()
    const balancer = await startBalancer()
    const trial = await startTrial({ kind, seed, balancer, env: nats === undefined ? {} : { NATS_URL: nats } })
    t.after(async () => {
      await trial.close()
      await balancer.close()
    })
    await trial.opens()
    const processes = [trial.server, await trial.joins(), await trial.joins()]
    await trial.loads()
    await trial.acknowledges(50)
    for (let round = 0; round < rounds; round++)
      for (const process of processes) {
        const before = balancer.passed.get(process.port) ?? 0
        process.signal('SIGTERM')
        const code = await process.ended()
        assert.equal(code, 0, process.lines.slice(-5).join('\n'))
        process.launch()
        // It takes its part again before the next one goes.
        await soon(() => (balancer.passed.get(process.port) ?? 0) > before + 20, WITHIN)
        await trial.acknowledges(50)
      }
    const outcome = await trial.judged()
    tell({
      what: 'R30 replacements of processes under load',
      count: rounds * processes.length,
      violations: outcome.violations.length + balancer.errors.length,
    })
    assert.deepEqual(outcome.violations, [], `SEED=${seed}`)
    assert.deepEqual(balancer.errors, [])
    assert.ok(outcome.acknowledged > 100)
  })

for (const kind of testKinds().filter((one) => one === 'server'))
  test('R30 pages leave a process that ends one after the other, told to connect again', async (t) => {
    const nats = await findNats()
    const place = await makePlace(kind)
    const options = {
      ...{ place, serverUrl: 'http://127.0.0.1:9', env: nats === undefined ? {} : { NATS_URL: nats } },
      setup: { channels: [{ ...WIDGET, agents: [ANN] }] },
    }
    const [stays, other] = [new ServerProcess(options, await freePort()), new ServerProcess(options, await freePort())]
    t.after(async () => {
      for (const one of [stays, other]) await one.close()
      await place.drop()
    })
    await stays.start()
    await other.start()
    // A process that is alone has nowhere to send its pages.
    await pause(1500)
    const at = { url: other.url }
    const pages = await Promise.all(
      Array.from({ length: 30 }, (_, i) =>
        openPage(at, {
          visit: `visit-${1000 + i}`,
          visitor: `visitor${'abcdefghijklmnopqrstuvwxyzabcd'.charAt(i)}${i % 2 ? 'x' : 'y'}`,
        }),
      ),
    )
    const began = performance.now()
    const closed = pages.map(
      ({ socket }) =>
        new Promise<{ code: number; after: number }>((resolve) =>
          socket.once('close', (code) => resolve({ code, after: performance.now() - began })),
        ),
    )
    other.signal('SIGTERM')
    // Those who are still there are served.
    await pause(1000)
    const late = pages.find(({ socket }) => socket.readyState === WebSocket.OPEN)
    assert.equal((await late?.writes('am I heard?'))?.t, 'done')
    const found = await Promise.all(closed)
    assert.deepEqual(new Set(found.map(({ code }) => code)), new Set([1012]))
    const times = found.map(({ after }) => after).toSorted((a, b) => a - b)
    const [first = 0, last = 0] = [times[0], times.at(-1)]
    assert.ok(first > 800 && last < 5000 && last - first > 1000, times.map(Math.round).join())
    assert.equal(await other.ended(), 0)
    assert.equal((await fetch(`${stays.url}/healthz`)).status, 200)
  })
