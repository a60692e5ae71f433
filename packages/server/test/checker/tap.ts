import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

export interface Tap {
  readonly port: number
  /** Breaks all connections and refuses new ones. */
  drop(): void
  /** Keeps all connections and passes nothing on: neither side hears of it. New ones are accepted, and heard by nobody. */
  silence(): void
  /** Passes on again, also what was sent during the silence. */
  back(): void
  close(): Promise<void>
}

/** A proxy before a database or a bus, which a test can cut for the one process that connects through it. */
export async function openTap(to: { readonly port: number; readonly hostname: string }): Promise<Tap> {
  const pairs = new Set<readonly [near: Socket, far: Socket]>()
  let state: 'open' | 'refusing' | 'silent' = 'open'
  const server = createServer({ allowHalfOpen: true }, (near) => {
    if (state === 'refusing') return void near.destroy()
    const far = connect({ port: to.port, host: to.hostname, allowHalfOpen: true })
    const pair = [near, far] as const
    pairs.add(pair)
    for (const [from, other] of [pair, pair.toReversed() as [Socket, Socket]] as const) {
      from.setNoDelay(true)
      from.on('data', (bytes) => {
        if (!other.write(bytes)) from.pause()
      })
      other.on('drain', () => {
        if (state !== 'silent') from.resume()
      })
      from.on('end', () => other.end())
      from.on('error', () => other.destroy())
      from.on('close', () => {
        other.destroy()
        pairs.delete(pair)
      })
      if (state === 'silent') from.pause()
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const drop = () => {
    state = 'refusing'
    for (const pair of pairs) for (const socket of pair) socket.destroy()
  }
  return {
    port: (server.address() as AddressInfo).port,
    drop,
    silence() {
      state = 'silent'
      for (const pair of pairs) for (const socket of pair) socket.pause()
    },
    back() {
      state = 'open'
      for (const pair of pairs) for (const socket of pair) socket.resume()
    },
    async close() {
      drop()
      server.close()
      await once(server, 'close')
    },
  }
}
