import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { seeded } from '../checker/random.ts'

/** A way to an exchange on which packets get lost. */
export interface LossyLink {
  /** Where the exchange seems to be. */
  readonly port: number
  readonly lost: number
  close(): void
}

/**
 * Passes SIP over UDP on between one client and an exchange, both ways, and loses this share of the packets. Each side believes that the
 * other one is at the link.
 */
export async function openLossyLink({
  to,
  share,
  seed,
}: {
  readonly to: number
  readonly share: number
  readonly seed: number
}): Promise<LossyLink> {
  const random = seeded(seed)
  const [near, far] = [await bound(), await bound()]
  const outside = far.address().port
  let [client, lost] = [0, 0]
  const isLost = (): boolean => {
    if (random.fraction() >= share) return false
    lost++
    return true
  }
  const at = (port: number) => `127.0.0.1:${port}`
  near.on('message', (bytes, from) => {
    client = from.port
    if (!isLost()) far.send(bytes.toString().replaceAll(at(client), at(outside)), to, '127.0.0.1')
  })
  far.on('message', (bytes) => {
    if (!isLost()) near.send(bytes.toString().replaceAll(at(outside), at(client)), client, '127.0.0.1')
  })
  return {
    port: near.address().port,
    get lost() {
      return lost
    },
    close() {
      near.close()
      far.close()
    },
  }
}

async function bound(): Promise<Socket> {
  const socket = createSocket('udp4').bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return socket
}
