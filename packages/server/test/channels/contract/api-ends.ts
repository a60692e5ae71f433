import type { AgentMessage } from '@deskbell/protocol/channel/agent'
import { PUBLIC_ID } from '../../test-server.ts'
import { startIntegratorServer } from '../../integrator-server.ts'
import { makeQueue, type ChannelEnds, type Shown } from './visitor-end.ts'

interface ToCustomer {
  readonly recipient: { readonly id: string }
  readonly message: AgentMessage['message'] | { readonly type: 'typein' | 'typeout' }
}

/** A front end on the channel interface. */
export async function apiEnds(): Promise<ChannelEnds> {
  const integrator = await startIntegratorServer()
  const files = new Map<string, Buffer>()
  const shown = new Map<string, ReturnType<typeof makeQueue<Shown>>>()
  const typing = new Map<string, ReturnType<typeof makeQueue<true>>>()
  const queueOf = <T>(map: Map<string, T>, key: string, make: () => T): T => {
    const known = map.get(key) ?? make()
    map.set(key, known)
    return known
  }

  integrator.behaves((request, response) => {
    const file = files.get(request.path)
    if (file) return void response.writeHead(200, { 'content-type': 'image/jpeg' }).end(file)
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"result":"ok"}')
    void receive(JSON.parse(request.body) as ToCustomer)
  })

  async function receive({ recipient, message }: ToCustomer): Promise<void> {
    if (message.type === 'typein') queueOf(typing, recipient.id, () => makeQueue<true>()).put(true)
    if (!('text' in message)) return
    const queue = queueOf(shown, recipient.id, () => makeQueue<Shown>())
    const file = 'file' in message ? Buffer.from(await (await fetch(message.file)).arrayBuffer()) : undefined
    queue.put({ text: message.text, ...(file && { file }) })
  }

  return {
    kind: 'api',
    options: { channel: { name: 'Contract', serverUrl: integrator.url } },
    async open(server, number) {
      const key = `customer ${number}`
      const customer = server.visitor(key)
      const must = async (answer: ReturnType<typeof customer.writes>) => {
        const { status, text } = await answer
        if (status !== 200) throw new Error(`${status} ${text}`)
      }
      return {
        writes: (text) => must(customer.writes(text)),
        async sendsPicture(bytes, text) {
          const path = `/${PUBLIC_ID}-${number}.jpg`
          files.set(path, bytes)
          await must(
            customer.sends({ type: 'photo', file: integrator.url + path, file_name: 'a.jpg', file_size: 1, text }),
          )
        },
        sees: () => queueOf(shown, key, () => makeQueue<Shown>()).next(),
        seesTyping: async () => void (await queueOf(typing, key, () => makeQueue<true>()).next()),
        writesInVain: (text) => must(customer.writes(text)),
        close: async () => {},
      }
    },
    close: () => integrator.close(),
  }
}
