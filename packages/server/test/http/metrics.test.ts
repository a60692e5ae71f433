import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { after, before, suite, test } from 'node:test'
import { makeMetrics, serveMetrics, type Metrics, type MetricsPort } from '../../src/platform/metrics.ts'
import { toRequest } from '../attacks/wire.ts'
import { handClock, settle, type HandClock } from '../clock.ts'

const SCRAPE = toRequest({ method: 'GET', path: '/metrics' })

suite('the port of the metrics', () => {
  let metrics: Metrics
  let served: MetricsPort
  let clock: HandClock
  const warnings: unknown[] = []
  before(async () => {
    clock = handClock()
    metrics = makeMetrics()
    const log = { warn: (line: unknown) => void warnings.push(line), error: assert.fail }
    served = await serveMetrics(metrics, { clock, host: '127.0.0.1', port: 0, log })
  })
  after(() => served.close())

  async function open(): Promise<Socket> {
    const socket = connect(served.port, '127.0.0.1')
    socket.on('error', () => {})
    await once(socket, 'connect')
    return socket
  }
  const ended = async (socket: Socket) => (socket.closed ? undefined : once(socket, 'close'))

  test('T46 concurrent scrapes are answered from one collection', async () => {
    let collected = 0
    const { promise, resolve } = Promise.withResolvers<void>()
    const { registry } = metrics
    const collect = registry.metrics.bind(registry)
    Object.assign(registry, {
      async metrics() {
        collected++
        await promise
        return collect()
      },
    })
    const answers = Array.from({ length: 10 }, () => fetch(`http://127.0.0.1:${served.port}/metrics`))
    while (collected === 0) await settle(10)
    await settle(500)
    resolve()
    const texts = await Promise.all(answers.map(async (answer) => (await answer).text()))
    assert.ok(texts.every((text) => text.includes('deskbell_entries_total')))
    assert.ok(collected <= 2, String(collected))
    Object.assign(registry, { metrics: collect })
  })

  test('T45 an address may have a limited number of connections, and one that sends requests without reading is closed', async () => {
    const sockets: Socket[] = []
    for (let i = 0; i < 40; i++) sockets.push(await open())
    const closed = () => sockets.filter((socket) => socket.closed)
    for (const socket of sockets) socket.resume()
    for (let i = 0; i < 1000 && closed().length < 8; i++) await settle(5)
    // Connections of the previous test may still be open.
    assert.ok(closed().length >= 8 && closed().length < 30, String(closed().length))
    assert.equal(warnings.length, 1)
    const [one] = sockets
    assert.ok(one && !one.closed)
    one.write(Buffer.concat(Array.from({ length: 100 }, () => SCRAPE)))
    await ended(one)
    for (const socket of sockets) socket.destroy()
    await Promise.all(sockets.map(ended))
  })

  test('T45 closing the port ends idle connections that a client keeps open', async () => {
    const other = await serveMetrics(makeMetrics(), {
      clock,
      host: '127.0.0.1',
      port: 0,
      log: { warn: assert.fail, error: assert.fail },
    })
    const kept = connect(other.port, '127.0.0.1')
    kept.write(SCRAPE)
    await once(kept, 'data')
    kept.resume()
    other.close()
    await ended(kept)
  })
})
