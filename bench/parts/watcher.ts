import type { ServerFrame } from '@deskbell/protocol/agent/socket'
import { WebSocket } from 'ws'
import { openAgent } from './agent.ts'
import { serve } from './child.ts'
import { TOKEN } from './deskbell.ts'
import { quantile } from './figures.ts'
import type { Target } from './generator.ts'
import { bytesOf, Connection } from './http.ts'
import { pace } from './pace.ts'
import { customerMessage } from './texts.ts'

/**
 * Visitors and an agent in one process, with one clock: each message is timed until its 200, and until it is in an
 * `entries` frame at the agent's socket.
 */
export interface SeeJob {
  readonly target: Target
  /** The process that has the agent's socket; default: the one that gets the messages. */
  readonly agentAt?: Pick<Target, 'host' | 'port'>
  /** Each connection belongs to one visitor; the agent follows all their chats (at most 50 per socket). */
  readonly connections: number
  /** Messages a second, in total. */
  readonly rate: number
  readonly warm: number
  readonly measure: number
}

export interface Seen {
  readonly count: number
  readonly posted: { readonly p50: number; readonly p99: number }
  readonly seen: { readonly p50: number; readonly p99: number }
}

const LAST_FRAMES = 2000

async function see({ target, agentAt = target, connections, rate, warm, measure }: SeeJob): Promise<Seen> {
  const { host, port } = target
  const customers = await Promise.all(Array.from({ length: connections }, () => Connection.open(host, port)))
  const requestOf = (place: number, mark: string) =>
    bytesOf({ method: 'POST', path: target.path, host: 'bench', body: customerMessage(`see-${place}`, mark) })
  for (const [place, customer] of customers.entries()) await customer.ask(requestOf(place, 'hello'))

  const agent = await openAgent(target)
  const chats = await agent.openChats()
  agent.close()
  const sentAt = new Map<number, number>()
  const posted: number[] = []
  const seen: number[] = []
  const socket = new WebSocket(`ws://${agentAt.host}:${agentAt.port}/api/socket`, {
    headers: { authorization: `Bearer ${TOKEN}` },
  })
  let failed: (error: Error) => void = () => {}
  const failure = new Promise<never>((_, reject) => (failed = reject))
  failure.catch(() => {})
  socket.on('error', failed)
  socket.on('close', (code) => failed(new Error(`the socket was closed with ${code}`)))
  socket.on('message', (data: Buffer) => {
    const now = performance.now()
    const text = data.toString()
    if (text.startsWith('{"type":"refused"')) return failed(new Error(text))
    if (!text.startsWith('{"type":"entries"')) return
    const frame = JSON.parse(text) as ServerFrame & { type: 'entries' }
    for (const entry of frame.entries) {
      if (entry.type !== 'message') continue
      const mark = Number.parseInt(entry.text, 10)
      const sent = sentAt.get(mark)
      if (sent === undefined) continue
      seen.push(now - sent)
      sentAt.delete(mark)
    }
  })
  await Promise.race([new Promise((resolve) => socket.once('message', resolve)), failure])
  for (const { id, last } of chats.filter(({ visitor }) => visitor.id.startsWith('see-')))
    socket.send(JSON.stringify({ type: 'follow', chat: id, after: last }))
  // Frames are answered in order: the answer to this one means that all chats are followed.
  socket.send(JSON.stringify({ type: 'ping' }))
  await Promise.race([
    new Promise<void>((resolve) =>
      socket.on('message', (data: Buffer) => data.toString().startsWith('{"type":"pong"') && resolve()),
    ),
    failure,
  ])

  const free = customers.map((_, place) => place)
  const from = performance.now() + warm
  const run = pace(rate, warm + measure, (turn) => {
    const place = free.shift()
    // All visitors are waiting for their 200, so none writes.
    if (place === undefined) return
    const sent = performance.now()
    if (sent >= from) sentAt.set(turn, sent)
    customers[place]?.send(requestOf(place, String(turn)), ({ status }) => {
      const now = performance.now()
      if (status !== 200) failed(new Error(`a message was answered ${status}`))
      if (sent >= from) posted.push(now - sent)
      free.push(place)
    })
  })
  await Promise.race([run, failure])
  const late = performance.now() + LAST_FRAMES
  while ((sentAt.size > 0 || free.length < connections) && performance.now() < late)
    await Promise.race([new Promise((resolve) => setTimeout(resolve, 10)), failure])
  if (sentAt.size > 0) throw new Error(`${sentAt.size} messages were never seen`)
  socket.removeAllListeners('close').terminate()
  for (const customer of customers) customer.close()
  return {
    count: seen.length,
    posted: { p50: quantile(posted, 0.5), p99: quantile(posted, 0.99) },
    seen: { p50: quantile(seen, 0.5), p99: quantile(seen, 0.99) },
  }
}

const jobs = { see }
export type WatcherJobs = typeof jobs

if (process.send) serve(jobs)
