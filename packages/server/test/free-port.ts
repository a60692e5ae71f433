import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer } from 'node:net'

// Ports below those that systems give to outgoing connections: a port that the system chose is taken by any connection
// of this machine between its choice and its use. Each process has a block of its own, marked by a UDP port that it
// holds until it ends.
const FIRST_PORT = 10_000
const BLOCK_SIZE = 100
const BLOCKS = 200
const FIRST_MARK = FIRST_PORT + BLOCKS * BLOCK_SIZE

let block: Promise<number> | undefined
let next = 0

/** A port of 127.0.0.1, free for TCP and UDP, that no other test is given before 99 others of this process. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = await nextPort(1)
    if (await isFree(port)) return port
  }
}

/** `count` ports that are free for TCP and UDP, each with the one after it. */
export async function freePairs(count: number): Promise<number[]> {
  const found: number[] = []
  while (found.length < count) {
    const port = await nextPort(2)
    if ((await isFree(port)) && (await isFree(port + 1))) found.push(port)
  }
  return found
}

async function nextPort(width: 1 | 2): Promise<number> {
  block ??= takeBlock()
  const first = await block
  next = Math.ceil(next / width) * width
  if (next + width > BLOCK_SIZE) next = 0
  const port = first + next
  next += width
  return port
}

async function takeBlock(): Promise<number> {
  for (let tried = 0; tried < BLOCKS; tried++) {
    const at = (process.pid + tried) % BLOCKS
    const mark = createSocket('udp4')
    if (await opens(mark, () => mark.bind({ address: '127.0.0.1', port: FIRST_MARK + at, exclusive: true }))) {
      mark.unref()
      return FIRST_PORT + at * BLOCK_SIZE
    }
    mark.close()
  }
  throw new Error(`${BLOCKS} processes of tests already have ports`)
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer()
  const socket = createSocket('udp4')
  const listens = await opens(server, () => server.listen(port, '127.0.0.1'))
  const binds = await opens(socket, () => socket.bind(port, '127.0.0.1'))
  if (listens) await new Promise((resolve) => server.close(resolve))
  socket.close()
  return listens && binds
}

async function opens(emitter: NodeJS.EventEmitter, open: () => void): Promise<boolean> {
  const listening = once(emitter, 'listening')
  open()
  return listening.then(
    () => true,
    () => false,
  )
}
