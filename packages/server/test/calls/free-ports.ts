import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Ports that are free for TCP and UDP, each with the one after it. */
export async function freePorts(count: number): Promise<number[]> {
  const found: number[] = []
  while (found.length < count) {
    const port = 22_000 + 2 * Math.floor(Math.random() * 4000)
    if (!found.includes(port) && (await isFree(port)) && (await isFree(port + 1))) found.push(port)
  }
  return found
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer()
  const socket = createSocket('udp4')
  try {
    const listens = once(server, 'listening')
    server.listen(port, '127.0.0.1')
    const bound = once(socket, 'listening')
    socket.bind(port, '127.0.0.1')
    await Promise.all([listens, bound])
    return true
  } catch {
    return false
  } finally {
    server.close()
    socket.close()
  }
}
