import { createServer, type Socket } from 'node:net'
import { openAgent } from './agent.ts'
import { serve } from './child.ts'
import { channelPath } from './deskbell.ts'
import { bytesOf, Connection } from './http.ts'
import { customerMessage } from './texts.ts'

/**
 * Receivers of webhooks, and an agent, in one process with one clock. Each receiver has a separate address (127.1.0.1
 * and on), as in production; one listening socket serves all of them.
 */
const OK = Buffer.from('HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 15\r\n\r\n{"result":"ok"}')

/** Receivers below this index accept requests and do not answer. */
let hanging = 0
/** The callback of a request, with the receiver's index and the chat of the event. */
let onRequest: (place: number, chat: number) => void = () => {}
const held = new Set<Socket>()

async function open(receivers: number): Promise<string[]> {
  const server = createServer({ noDelay: true }, (socket) => {
    let begun = ''
    socket.on('error', () => socket.destroy())
    socket.on('close', () => held.delete(socket))
    socket.on('data', (part: Buffer) => {
      begun += part.toString('latin1')
      const headEnd = begun.indexOf('\r\n\r\n')
      const length = Number(/\r\ncontent-length: (\d+)/i.exec(begun)?.[1])
      if (headEnd < 0 || begun.length < headEnd + 4 + length) return
      const place = Number(/^POST \/hook\/(\d+)/.exec(begun)?.[1])
      const chat = Number(/"chat_id":(\d+)/.exec(begun)?.[1])
      begun = ''
      if (place < hanging) return void held.add(socket)
      socket.write(OK)
      onRequest(place, chat)
    })
  })
  const port = await new Promise<number>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '0.0.0.0', () => {
      const address = server.address()
      resolve(typeof address === 'object' && address ? address.port : 0)
    })
  })
  return Array.from(
    { length: receivers },
    (_, place) => `http://127.1.${(place + 1) >> 8}.${(place + 1) & 255}:${port}/hook/${place}`,
  )
}

/** Waits for `count` requests; returns requests a second between the first and the last. */
function hear({ count, within }: { count: number; within: number }): Promise<number> {
  return new Promise((resolve, reject) => {
    let heard = 0
    let first = 0
    const late = setTimeout(() => reject(new Error(`${heard} of ${count} requests came`)), within)
    onRequest = () => {
      const now = performance.now()
      if (heard++ === 0) first = now
      if (heard < count) return
      clearTimeout(late)
      onRequest = () => {}
      resolve(((count - 1) * 1000) / (now - first))
    }
  })
}

type Place = { host: string; port: number }

/** Visitors write to open chats; returns the chats' numbers. */
async function begin({ host, port, chats, of }: Place & { chats: number; of: string }): Promise<number[]> {
  const customer = await Connection.open(host, port)
  for (let i = 0; i < chats; i++)
    await customer.ask(
      bytesOf({ method: 'POST', path: channelPath(), host: 'bench', body: customerMessage(`${of}${i}`, 'hello') }),
    )
  customer.close()
  const agent = await openAgent({ host, port })
  const open_ = await agent.openChats()
  agent.close()
  return open_.flatMap(({ id, visitor }) => (visitor.id.startsWith(of) ? [id] : []))
}

/**
 * The agent accepts these chats at this rate (a second). Returns, for each receiver from `counted` on, none of which
 * may hang, the time from the agent's response to the arrival of the event (ms; 0 when it arrived earlier).
 */
async function accept(
  given: Place & { chats: number[]; pace: number; receivers: number; hang: number; counted: number },
) {
  const { host, port, chats, pace, receivers, hang, counted } = given
  hanging = hang
  const answered = new Map<number, number>()
  const arrived: { chat: number; at: number }[] = []
  onRequest = (place, chat) => {
    if (place >= counted) arrived.push({ chat, at: performance.now() })
  }
  const agent = await openAgent({ host, port })
  const started = performance.now()
  for (const [turn, chat] of chats.entries()) {
    const wait = started + (turn * 1000) / pace - performance.now()
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
    await agent.ask('POST', `/api/chats/${chat}/accept`, {})
    answered.set(chat, performance.now())
  }
  agent.close()
  const wanted = chats.length * (receivers - counted)
  const deadline = performance.now() + 20_000
  while (arrived.length < wanted && performance.now() < deadline)
    await new Promise((resolve) => setTimeout(resolve, 20))
  onRequest = () => {}
  if (arrived.length < wanted) throw new Error(`${arrived.length} of ${wanted} events came`)
  return arrived.map(({ chat, at }) => Math.max(0, at - (answered.get(chat) ?? at)))
}

/** Hanging receivers answer their held requests. */
async function release(): Promise<void> {
  hanging = 0
  for (const socket of held) socket.destroy()
  held.clear()
}

const jobs = { open, hear, begin, accept, release: release as (given: object) => Promise<void> }
export type ReceiverJobs = typeof jobs

if (process.send) serve(jobs)
