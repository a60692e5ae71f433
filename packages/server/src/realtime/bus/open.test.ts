import assert from 'node:assert/strict'
import { createSecretKey } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { test } from 'node:test'
import { handClock, settle } from '../../../test/clock.ts'
import { realClock } from '../../platform/clock.ts'
import { realIds } from '../../platform/ids.ts'
import type { BusMessage } from './bus.ts'
import { openBus } from './open.ts'

const ours = { installation: 'ours', key: createSecretKey(Buffer.alloc(32, 1)), ids: realIds }
const wake: BusMessage = { type: 'chat', account: 1, chat: 2, last: 3 }

/** A NATS server with one subject: each client receives what the other clients publish. */
async function startNats(port = 0) {
  const clients = new Set<Socket>()
  const server = createServer((socket) => {
    clients.add(socket)
    socket.on('close', () => clients.delete(socket)).on('error', () => {})
    socket.write(`INFO {"server_id":"t","version":"2.10.0","proto":1,"headers":true,"max_payload":1048576}\r\n`)
    let text = ''
    socket.on('data', (bytes) => {
      text += bytes.toString('latin1')
      for (let end = text.indexOf('\r\n'); end >= 0; end = text.indexOf('\r\n')) {
        const [verb = '', ...rest] = text.slice(0, end).split(' ')
        if (verb === 'PUB') {
          const [subject, length] = rest
          const whole = end + 4 + Number(length)
          if (text.length < whole) return
          for (const other of clients)
            if (other !== socket) other.write(`MSG ${subject} 1 ${length}\r\n${text.slice(end + 2, whole)}`, 'latin1')
          text = text.slice(whole)
          continue
        }
        text = text.slice(end + 2)
        if (verb === 'PING') socket.write('PONG\r\n')
      }
    })
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      for (const client of clients) client.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

test('R6 a bus opened without a NATS server loses what is published, logs one warning, and connects when NATS starts', async () => {
  const nats = await startNats()
  await nats.close()
  const clock = handClock()
  let warnings = 0
  const options = {
    natsUrl: `nats://127.0.0.1:${nats.port}`,
    ...ours,
    clock,
    log: { info() {}, warn: () => void warnings++ },
  }
  const [one, other] = [openBus(options), openBus(options)]
  const received: BusMessage[] = []
  other.subscribe((message) => received.push(message))
  one.publish(wake)
  while (warnings < 2) await settle()
  await clock.move(10_000)
  const back = await startNats(nats.port)
  while (received.length === 0) {
    await clock.move(2000)
    one.publish(wake)
  }
  assert.deepEqual(received[0], wake)
  assert.equal(warnings, 2, 'one warning for each bus')
  await Promise.all([one.close(), other.close()])
  await back.close()
})

test('R6 a bus closes without waiting for a NATS server that never started', async () => {
  const nats = await startNats()
  await nats.close()
  const log = { info() {}, warn() {} }
  const bus = openBus({ natsUrl: `nats://127.0.0.1:${nats.port}`, ...ours, clock: realClock, log })
  await bus.close()
})
