import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test, type TestContext } from 'node:test'
import { WebSocket, WebSocketServer } from 'ws'
import { hearInTurn } from './frames-in-turn.ts'
import { makeLoopTurns } from './loop-turns.ts'

const BUDGET = 10

/** A server whose sockets are heard in turns, and a client of it. */
async function open(
  t: TestContext,
  { turns, admit = () => true }: { turns: ReturnType<typeof makeLoopTurns>; admit?: () => boolean },
) {
  const heard: string[] = []
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  await once(server, 'listening')
  const opened = once(server, 'connection') as Promise<[WebSocket]>
  const client = new WebSocket(`ws://127.0.0.1:${(server.address() as { port: number }).port}`)
  t.after(() => {
    client.terminate()
    server.close()
  })
  const [[socket]] = await Promise.all([opened, once(client, 'open')])
  const pauses: boolean[] = []
  const hear = (data: unknown) => void heard.push(String(data))
  hearInTurn(socket, { turns, key: 'a' }, { admit, hear })
  socket.on('message', () => pauses.push(socket.isPaused))
  return { heard, pauses, client, socket }
}

const until = async (condition: () => boolean) => {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 2))
}

test('T46 frames of a socket are heard in their order, and while one waits the socket is not read', async (t) => {
  const turns = makeLoopTurns(BUDGET)
  const { heard, pauses, client, socket } = await open(t, { turns })
  const frames = Array.from({ length: 20 }, (_, i) => `${i}`)
  // Work of another key fills each turn in which a frame arrives.
  const fill = setInterval(() => turns.run('b', () => {}, BUDGET), 0)
  socket.prependListener('message', () => void turns.run('b', () => {}, BUDGET))
  for (const frame of frames) client.send(frame)
  await until(() => heard.length === frames.length)
  clearInterval(fill)
  assert.deepEqual(heard, frames)
  assert.ok(pauses.includes(true), 'no frame waited')
  await until(() => !socket.isPaused)
  client.send('later')
  await until(() => heard.at(-1) === 'later')
})

test('T36 a frame that is not admitted is dropped when it arrives', async (t) => {
  let count = 0
  const { heard, client } = await open(t, { turns: makeLoopTurns(BUDGET), admit: () => ++count % 2 === 1 })
  for (const frame of ['a', 'b', 'c']) client.send(frame)
  await until(() => heard.length === 2)
  assert.deepEqual(heard, ['a', 'c'])
})
