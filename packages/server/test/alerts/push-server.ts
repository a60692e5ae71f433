import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { PushPayload } from '../../src/alerts/push-payload.ts'

/**
 * What the push service does with a request. `lose`: it accepts the alert and delivers nothing; `delay`: it delivers and answers
 * when it is told to (`release`).
 */
export type Behaviour = 'deliver' | 'lose' | 'delay' | 'hang' | 'busy' | 'fail' | 'gone' | 'refuse'

const STATUS: Record<Exclude<Behaviour, 'hang' | 'delay'>, number> = {
  deliver: 201,
  lose: 201,
  busy: 429,
  fail: 500,
  gone: 410,
  refuse: 400,
}

/** A browser that has subscribed. */
export interface Browser {
  readonly subscription: { endpoint: string; keys: { p256dh: string; auth: string } }
  /** Alerts that have arrived, decrypted. */
  readonly arrived: PushPayload[]
}

/** A push service on this machine, with browsers. `behave` is asked for each request, with the number of its browser. */
export async function startPushServer(behave: (browser: number, count: number) => Behaviour = () => 'deliver') {
  const browsers: (Browser & { readonly decrypt: (body: Buffer) => PushPayload })[] = []
  const hanging = new Set<ServerResponse>()
  let delayed: ((as: 'deliver' | 'gone') => void)[] = []
  const listeners = new Set<(browser: number, payload: PushPayload) => void>()
  const authorizations: string[] = []
  /** For how many seconds each is to be kept. */
  const ttls: number[] = []
  let count = 0
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const number = Number(request.url?.split('/').at(-1))
      const browser = browsers[number]
      const does = behave(number, count++)
      ttls.push(Number(request.headers['ttl']))
      authorizations.push(request.headers.authorization ?? '')
      if (does === 'hang') return void hanging.add(response)
      const arrives = () => {
        if (!browser) return
        const payload = browser.decrypt(Buffer.concat(chunks))
        browser.arrived.push(payload)
        for (const listener of listeners) listener(number, payload)
      }
      if (does === 'delay') {
        delayed.push((as) => {
          if (as === 'deliver') arrives()
          response.writeHead(browser ? STATUS[as] : 404).end()
        })
        return
      }
      if (does === 'deliver') arrives()
      response.writeHead(browser ? STATUS[does] : 404).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo

  return {
    url: `http://127.0.0.1:${port}`,
    authorizations,
    ttls,
    get count() {
      return count
    },
    subscribes(): Browser {
      const pair = createECDH('prime256v1')
      const publicKey = pair.generateKeys()
      const auth = randomBytes(16)
      const browser = {
        subscription: {
          endpoint: `http://127.0.0.1:${port}/push/${browsers.length}`,
          keys: { p256dh: publicKey.toString('base64url'), auth: auth.toString('base64url') },
        },
        arrived: [],
        decrypt: (body: Buffer) => JSON.parse(decrypt(body, pair, auth).toString()) as PushPayload,
      }
      browsers.push(browser)
      return browser
    },
    /** Delivers what was delayed until now, or answers that its subscription has ended. */
    release(as: 'deliver' | 'gone' = 'deliver') {
      const now = delayed
      delayed = []
      for (const answer of now) answer(as)
    },
    onArrival(listener: (browser: number, payload: PushPayload) => void) {
      listeners.add(listener)
    },
    async close() {
      for (const response of hanging) response.destroy()
      delayed = []
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Opens a message of RFC 8291, as the browser does. */
function decrypt(body: Buffer, pair: ReturnType<typeof createECDH>, auth: Buffer): Buffer {
  const salt = body.subarray(0, 16)
  const length = body.readUInt8(20)
  const sender = body.subarray(21, 21 + length)
  const sealed = body.subarray(21 + length)
  const derive = (key: Buffer, from: Buffer, info: Buffer, size: number) =>
    Buffer.from(hkdfSync('sha256', key, from, info, size))
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), pair.getPublicKey(), sender])
  const secret = derive(pair.computeSecret(sender), auth, info, 32)
  const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const decipher = createDecipheriv('aes-128-gcm', key, nonce)
  decipher.setAuthTag(sealed.subarray(-16))
  const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
  return padded.subarray(0, padded.lastIndexOf(2))
}
