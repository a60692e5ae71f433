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
const wake = { type: 'chat', account: 1, chat: 2, last: 3 } as const satisfies BusMessage

/** A NATS server: each client receives what the other clients publish under the subjects that it has subscribed to. */
async function startNats(port = 0) {
  /** The number of its subscription to each subject. */
  const clients = new Map<Socket, Map<string, string>>()
  let loses = false
  const server = createServer((socket) => {
    const subscriptions = new Map<string, string>()
    clients.set(socket, subscriptions)
    socket.on('close', () => clients.delete(socket)).on('error', () => {})
    socket.write(`INFO {"server_id":"t","version":"2.10.0","proto":1,"headers":true,"max_payload":1048576}\r\n`)
    let text = ''
    socket.on('data', (bytes) => {
      text += bytes.toString('latin1')
      for (let end = text.indexOf('\r\n'); end >= 0; end = text.indexOf('\r\n')) {
        const [verb = '', ...rest] = text.slice(0, end).split(' ')
        if (verb === 'PUB') {
          const [subject = '', length] = rest
          const whole = end + 4 + Number(length)
          if (text.length < whole) return
          for (const [other, numbers] of clients) {
            const number = numbers.get(subject)
            if (other !== socket && number !== undefined && !loses)
              other.write(`MSG ${subject} ${number} ${length}\r\n${text.slice(end + 2, whole)}`, 'latin1')
          }
          text = text.slice(whole)
          continue
        }
        if (verb === 'SUB') subscriptions.set(rest[0] ?? '', rest.at(-1) ?? '')
        text = text.slice(end + 2)
        if (verb === 'PING') socket.write('PONG\r\n')
      }
    })
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    /** From now on it passes nothing on, or all again. */
    lose: (on: boolean) => void (loses = on),
    async close() {
      for (const client of clients.keys()) client.destroy()
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
  other.join(wake.account)
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

test('R6 a lost message of an account is noticed with the next one, or with the next beat, as a loss of that account', async () => {
  const nats = await startNats()
  const log = { info() {}, warn() {} }
  const options = { natsUrl: `nats://127.0.0.1:${nats.port}`, ...ours, clock: realClock, log }
  const [one, other] = [openBus(options), openBus(options)]
  const received: BusMessage[] = []
  const gaps: (number | undefined)[] = []
  other.subscribe((message) => received.push(message))
  other.onGap((account) => gaps.push(account))
  /** All that was sent before has come, or is lost. */
  const passed = async () => {
    const from = received.length
    while (!received.slice(from).some(({ type }) => type === 'presence')) {
      one.publish({ type: 'presence', account: 9, agent: 1 })
      await settle()
    }
  }
  const lose = async (message: BusMessage) => {
    nats.lose(true)
    one.publish(message)
    await new Promise((resolve) => setTimeout(resolve, 50))
    nats.lose(false)
  }
  const beat: BusMessage = { type: 'beat', process: 'one' }
  await passed()
  await other.join(1).active
  const told = async () => {
    await passed()
    return gaps.splice(0).filter((account) => account !== undefined)
  }
  await told()
  one.publish(wake)
  assert.deepEqual(await told(), [1], 'what came before the first one is not known')
  one.publish({ ...wake, chat: 3 })
  one.publish(beat)
  assert.deepEqual(await told(), [])
  await lose({ ...wake, chat: 4 })
  one.publish({ ...wake, chat: 5 })
  assert.deepEqual(await told(), [1], 'with the next one')
  one.publish(beat)
  assert.deepEqual(await told(), [])
  await lose({ ...wake, chat: 6 })
  assert.deepEqual(await told(), [])
  one.publish(beat)
  assert.deepEqual(await told(), [1], 'with the beat')
  await lose({ ...wake, account: 2 })
  one.publish(beat)
  assert.deepEqual(await told(), [], 'of an account that is not joined')
  assert.deepEqual(
    received.flatMap((message) => (message.type === 'chat' ? [message.chat] : [])),
    [2, 3, 5],
  )
  await Promise.all([one.close(), other.close()])
  await nats.close()
})
