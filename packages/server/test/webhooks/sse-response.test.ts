import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { test, type TestContext } from 'node:test'
import { openSse } from '../../src/webhooks/sse-response.ts'
import { handClock } from '../clock.ts'
import { soon } from '../channels/widget/soon.ts'

const TEXT = 'x'.repeat(100_000)
const FRAMES = 400

/** An event stream to a reader that does not read until the test says so. */
async function startFlow(t: TestContext) {
  const clock = handClock()
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.on('error', () => {})
  socket.write('GET / HTTP/1.1\r\nhost: desk.test\r\n\r\n')
  const [, response] = (await once(server, 'request')) as [unknown, ServerResponse]
  let gone = false
  const flow = openSse(response, clock, () => void (gone = true))
  let sent = 0
  const sending = (async () => {
    for (let id = 1; id <= FRAMES && flow.open; id++) {
      await flow.send({ id, event: 'chat_finished', data: { TEXT } })
      sent++
    }
  })()
  t.after(() => {
    socket.destroy()
    response.destroy()
    server.close()
  })
  /** Resolves when no more is sent. */
  const stuck = async () => {
    for (let last = -1; last !== sent; last = sent)
      for (let i = 0; i < 200; i++) await new Promise((resolve) => setImmediate(resolve))
    return sent
  }
  return { clock, socket, response, flow, sending, stuck, isGone: () => gone }
}

test('R13 C19 the buffer for a reader that does not read is limited, and the reader misses no event when it reads', async (t) => {
  const { socket, response, flow, sending, stuck } = await startFlow(t)
  const before = await stuck()
  assert.ok(before < FRAMES / 2, `${before} of ${FRAMES}`)
  assert.ok(response.writableLength < 1_000_000, String(response.writableLength))
  let text = ''
  socket.setEncoding('utf8')
  socket.on('data', (chunk: string) => (text += chunk.replaceAll(TEXT, '')))
  await sending
  flow.close()
  await soon(() => text.includes(`id: ${FRAMES}\n`))
  const ids = [...text.matchAll(/^id: (\d+)$/gm)].map(([, id]) => Number(id))
  assert.deepEqual(
    ids,
    Array.from({ length: FRAMES }, (_, i) => i + 1),
  )
})

test('R13 C19 a reader that reads nothing for a minute is disconnected', async (t) => {
  const { clock, flow, sending, stuck, isGone } = await startFlow(t)
  await stuck()
  await clock.move(59_000)
  assert.deepEqual([flow.open, isGone()], [true, false])
  await clock.move(2000)
  await sending
  await soon(isGone)
  assert.equal(flow.open, false)
})
