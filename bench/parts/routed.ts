import { WebSocket } from 'ws'
import { serve } from './child.ts'
import { quantile } from './figures.ts'
import type { Target } from './generator.ts'
import { bytesOf, Connection } from './http.ts'
import { pace } from './pace.ts'
import { customerMessage } from './texts.ts'

/** Agents who are online, in one process with the visitors whose chats they are given, with one clock. */

interface ComeJob extends Omit<Target, 'path'> {
  readonly tokens: readonly string[]
}

export interface AlertJob extends Omit<Target, 'path'> {
  /** New chats a second, in total, to these channels in turn. */
  readonly paths: readonly string[]
  readonly rate: number
  readonly prefix: string
  readonly warm: number
  readonly measure: number
}

export interface Alerted {
  readonly count: number
  readonly posted: { readonly p50: number; readonly p99: number }
  readonly alerted: { readonly p50: number; readonly p99: number }
}

const CONNECTIONS = 48
const LAST_ALERTS = 5000
/** The id of the visitor of a chat, in its JSON. */
const VISITOR = /"visitor":\{[^{}]*?"id":"([^"]+)"/
const sockets: { readonly socket: WebSocket; readonly token: string }[] = []

/** Opens the agents' sockets; they stay online until the process ends. */
async function come({ host, port, tokens }: ComeJob): Promise<void> {
  for (const token of tokens) {
    const socket = new WebSocket(`ws://${host}:${port}/api/socket`, { headers: { authorization: `Bearer ${token}` } })
    await new Promise<void>((resolve, reject) => socket.once('message', () => resolve()).once('error', reject))
    sockets.push({ socket, token })
  }
}

async function go(): Promise<void> {
  for (const { socket } of sockets.splice(0)) socket.terminate()
}

/**
 * New chats at a steady rate: each is timed until the 200 of its POST, and until the alert that it is offered is at the socket of
 * an agent, who accepts and closes it.
 */
async function alert({ host, port, paths, rate, prefix, warm, measure }: AlertJob): Promise<Alerted> {
  const customers = await Promise.all(Array.from({ length: CONNECTIONS }, () => Connection.open(host, port)))
  const sentAt = new Map<string, number>()
  const visitorOf = new Map<number, string>()
  const heardAt = new Map<number, number>()
  /** The token of the agent whom each chat was offered to. */
  const askedBy = new Map<number, string>()
  const posted: number[] = []
  let failed: (error: Error) => void = () => {}
  const failure = new Promise<never>((_, reject) => (failed = reject))
  failure.catch(() => {})

  const lines = await Promise.all(sockets.map(async (one) => ({ ...one, line: await Connection.open(host, port) })))
  const ends = lines.map(({ socket, token, line }) => {
    const due: Buffer[] = []
    let isBusy = false
    const next = () => {
      const request = due.shift()
      isBusy = request !== undefined
      if (request)
        line.send(request, ({ status }) => {
          if (status !== 200) failed(new Error(`an agent was answered ${status}`))
          next()
        })
    }
    const onFrame = (data: Buffer) => {
      const now = performance.now()
      const text = data.toString('latin1')
      if (text.startsWith('{"type":"chat"')) {
        const chat = /"id":(\d+)/.exec(text)?.[1]
        const visitor = VISITOR.exec(text)?.[1]
        if (chat !== undefined && visitor !== undefined) visitorOf.set(Number(chat), visitor)
        return
      }
      if (!text.startsWith('{"type":"alert"') || !text.includes('"what":"offered"')) return
      const chat = Number(/"chat":(\d+)/.exec(text)?.[1])
      heardAt.set(chat, now)
      askedBy.set(chat, token)
      for (const what of ['accept', 'close'])
        due.push(bytesOf({ method: 'POST', path: `/api/chats/${chat}/${what}`, host: 'bench', token, body: {} }))
      if (!isBusy) next()
    }
    socket.on('message', onFrame)
    return () => {
      socket.off('message', onFrame)
      line.close()
    }
  })

  /** A chat that is closed at once is not always told: its visitor is asked for. */
  async function nameUnknown(chats: readonly number[]): Promise<void> {
    const [line] = lines
    for (const chat of chats) {
      const { body } = (await line?.line.ask(
        bytesOf({ path: `/api/chats/${chat}`, host: 'bench', token: askedBy.get(chat) ?? '' }),
      )) ?? { body: '' }
      const visitor = VISITOR.exec(body)?.[1]
      if (visitor !== undefined) visitorOf.set(chat, visitor)
    }
  }

  const free = [...customers]
  const from = performance.now() + warm
  let begun = 0
  const run = pace(rate, warm + measure, (turn) => {
    const customer = free.pop()
    // All are waiting for their 200.
    if (!customer) return
    const visitor = `${prefix}-${turn}`
    const sent = performance.now()
    begun++
    if (sent >= from) sentAt.set(visitor, sent)
    const body = customerMessage(visitor, 'hello')
    customer.send(
      bytesOf({ method: 'POST', path: paths[turn % paths.length] ?? '', host: 'bench', body }),
      ({ status }) => {
        if (status !== 200) failed(new Error(`a message was answered ${status}`))
        if (sent >= from) posted.push(performance.now() - sent)
        free.push(customer)
      },
    )
  })
  await Promise.race([run, failure])
  const late = performance.now() + LAST_ALERTS
  while (heardAt.size < begun && performance.now() < late)
    await Promise.race([new Promise((resolve) => setTimeout(resolve, 10)), failure])
  if (heardAt.size < begun) throw new Error(`of ${begun} chats, ${begun - heardAt.size} were never offered`)
  await nameUnknown([...heardAt.keys()].filter((chat) => !visitorOf.has(chat)))
  const alerted = [...heardAt].flatMap(([chat, heard]) => {
    const sent = sentAt.get(visitorOf.get(chat) ?? '')
    return sent === undefined ? [] : heard - sent
  })
  if (alerted.length < posted.length)
    throw new Error(`${posted.length - alerted.length} alerts are of unknown visitors`)
  await new Promise((resolve) => setTimeout(resolve, 500))
  for (const end of ends) end()
  for (const customer of customers) customer.close()
  return {
    count: alerted.length,
    posted: { p50: quantile(posted, 0.5), p99: quantile(posted, 0.99) },
    alerted: { p50: quantile(alerted, 0.5), p99: quantile(alerted, 0.99) },
  }
}

const jobs = { come, go, alert }
export type RoutedJobs = typeof jobs

if (process.send) serve(jobs)
