import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect, createServer as createTcpServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { startTestServer, type TestServerOptions } from '../../../packages/server/test/test-server.ts'
import { openShop } from '../server/shop.ts'
import type { Message } from '../server/visitors.ts'

export const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`

/** A server and the shop, connected by a proxy that a test can interrupt. */
export async function openBoth(options: TestServerOptions = {}) {
  const server = createServer()
  const line = createTcpServer()
  const [shopPort, deskbellPort] = await Promise.all([listen(server), listen(line)])
  const [shopUrl, deskbellUrl] = [`http://localhost:${shopPort}`, `http://localhost:${deskbellPort}`]
  const testServer = await startTestServer({
    ...options,
    channel: { serverUrl: `${shopUrl}/desk`, secret: SECRET, ...options.channel },
    env: { PUBLIC_URL: deskbellUrl, ...options.env },
  })
  const wires = new Set<Socket>()
  let deaf = 0
  line.on('connection', (near: Socket) => {
    const far = connect(Number(new URL(testServer.url).port), '127.0.0.1')
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      wires.add(one.on('error', () => {}))
      one.on('close', () => other.destroy())
    }
    near.pipe(far)
    far.on('data', (data) => (deaf > 0 && isTaken(data) && deaf-- ? near.destroy() : near.write(data)))
    far.on('end', () => near.end())
  })
  const channelUrl = testServer.channelUrl.replace(testServer.url, deskbellUrl)
  const shop = openShop({ channelUrl, shopUrl, secret: SECRET })
  server.on('request', shop.handle)

  return {
    testServer,
    shopUrl,
    deskbellUrl,
    channelUrl,
    /** The next `times` responses to visitors' messages are lost on their way to the shop. */
    losesAnswers: (times: number) => void (deaf = times),
    /** All connections to the shop break. Its pages reconnect by themselves. */
    cutsPages: () => server.closeAllConnections(),
    visitor: () => openPage(shopUrl),
    async close() {
      shop.close()
      for (const wire of wires) wire.destroy()
      server.closeAllConnections()
      server.close()
      line.close()
      await testServer.close()
    },
  }
}

const isTaken = (data: Buffer) => data.includes('{"result":"ok","id":')

async function listen(server: Server): Promise<number> {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return (server.address() as AddressInfo).port
}

/** A visitor's page without a browser: its requests and its server-sent events. */
async function openPage(shopUrl: string) {
  const answer = await fetch(`${shopUrl}/chat/events`)
  const cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? ''
  const messages = new Map<string, Message>()
  const events: { event: string; data: unknown }[] = []
  const waiting = new Set<() => void>()
  let serial = 0

  const read = async () => {
    let text = ''
    for await (const chunk of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += chunk
      for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
        const [, event = '', json = ''] = /^event: (.+)\ndata: (.+)$/.exec(text.slice(0, end)) ?? []
        text = text.slice(end + 2)
        if (!event) continue
        const data: unknown = JSON.parse(json)
        events.push({ event, data })
        if (event === 'messages') for (const message of data as Message[]) messages.set(message.id, message)
        for (const look of waiting) look()
      }
    }
  }
  const ended = read().catch(() => {})

  const page = {
    messages,
    events,
    post: (path: string, body: string | Buffer, headers: Record<string, string> = {}) =>
      fetch(shopUrl + path, {
        method: 'POST',
        body: new Uint8Array(Buffer.from(body)),
        headers: { cookie, ...headers },
      }),
    async writes(text: string, id = `message-of-test-${++serial}`, about: object = {}): Promise<string> {
      const { status } = await page.post('/chat/messages', JSON.stringify({ id, text, ...about }))
      if (status !== 202) throw new Error(`the shop answered ${status}`)
      return id
    },
    /** Resolves with the first message, past or future, that matches. */
    sees: (fits: (message: Message) => boolean) => page.until(() => [...messages.values()].find(fits)),
    /** Resolves with what `look` finds after some event. Rejects after ten seconds. */
    until<T>(look: () => T | undefined): Promise<T> {
      return new Promise((resolve, reject) => {
        const late = setTimeout(() => {
          waiting.delete(again)
          reject(new Error(`The page saw only ${JSON.stringify(events)}`))
        }, 10_000)
        const again = () => {
          const found = look()
          if (found === undefined) return
          clearTimeout(late)
          waiting.delete(again)
          resolve(found)
        }
        waiting.add(again)
        again()
      })
    },
    ended,
  }
  return page
}
