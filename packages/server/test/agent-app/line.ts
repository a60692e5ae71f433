import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** A proxy between browser and server that can close connections, or stop forwarding without an error. */
export async function openLine() {
  const pairs = new Set<{ inner: Socket; outer: Socket; isDeaf: boolean }>()
  let port = 0
  let isDeaf = false
  const server = createServer((outer) => {
    const inner = connect(port, '127.0.0.1')
    const pair = { inner, outer, isDeaf: false }
    pairs.add(pair)
    for (const socket of [inner, outer]) {
      socket.on('error', () => {})
      socket.on('close', () => {
        pairs.delete(pair)
        inner.destroy()
        outer.destroy()
      })
    }
    outer.on('data', (data) => inner.write(data))
    inner.on('data', (data) => isDeaf || pair.isDeaf || outer.write(data))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const cut = () => {
    for (const { outer } of pairs) outer.destroy()
  }
  return {
    port: (server.address() as AddressInfo).port,
    leadsTo: (serverPort: number) => void (port = serverPort),
    /** Closes every connection, as a restart of the server does. */
    cut,
    /** Stops forwarding data from the server. */
    deafen: (deaf: boolean) => void (isDeaf = deaf),
    /** Stops forwarding on the connections that are open now; new ones work. */
    deafenOpen() {
      for (const pair of pairs) pair.isDeaf = true
    },
    close() {
      server.close()
      cut()
    },
  }
}
