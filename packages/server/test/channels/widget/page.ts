import { once } from 'node:events'
import { WebSocket } from 'ws'
import type { Cursor, ServerFrame, VisitorEntry, VisitorFrame } from '@deskbell/protocol/widget/frames'
import { ANN, BOB, type TestServer } from '../../test-server.ts'

export const WIDGET_ID = 'Wd3tEf6hIj'
export const WIDGET = {
  kind: 'widget' as const,
  name: 'Site',
  publicId: WIDGET_ID,
  agents: [ANN, BOB],
}

type Request = VisitorFrame & { id: string }
type Answered = ServerFrame & { t: 'done' | 'refused' }
let serial = 0

export const secretOf = (name: string): string => name.replaceAll(/[^a-z]/g, '').padEnd(32, '0')
export const nextId = (): string => `request-${++serial}`

export interface OpenOptions {
  /** The name whose secret the page has; without one, the page has no secret. */
  visitor?: string
  url?: string
  title?: string
  after?: Cursor
  widget?: string
  headers?: Record<string, string>
  /** The page's id of its tab. */
  visit?: string
  /** The language of the browser. */
  lang?: string
}

/** A page with the widget: a client of the widget's wire that keeps all received frames. */
export async function openPage(server: Pick<TestServer, 'url'>, options: OpenOptions = {}) {
  const {
    visitor,
    url = 'https://shop.test/',
    title = 'Shop',
    after,
    widget = WIDGET_ID,
    headers = {},
    visit = 'visit-0001',
    lang,
  } = options
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}/widget/${widget}/socket`, { headers })
  const frames: ServerFrame[] = []
  const waiting = new Set<() => void>()
  socket.on('message', (data) => {
    frames.push(JSON.parse((data as Buffer).toString()) as ServerFrame)
    for (const look of waiting) look()
  })
  await once(socket, 'open')

  /** Waits until `find` returns a value for the received frames, and resolves with it. */
  function until<T>(find: () => T | undefined, what: string): Promise<T> {
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => {
        waiting.delete(look)
        reject(new Error(`${what} did not come; heard ${JSON.stringify(frames)}`))
      }, 5000)
      const look = () => {
        const found = find()
        if (found === undefined) return
        clearTimeout(late)
        waiting.delete(look)
        resolve(found)
      }
      waiting.add(look)
      look()
    })
  }

  const send = (frame: VisitorFrame) => socket.send(JSON.stringify(frame))
  async function ask(frame: Request): Promise<Answered> {
    const from = frames.length
    send(frame)
    return until(() => frames.slice(from).find((one): one is Answered => 'id' in one && one.id === frame.id), frame.t)
  }
  const entries = (): VisitorEntry[] => frames.flatMap((frame) => (frame.t === 'entries' ? frame.entries : []))

  send({
    t: 'hello',
    visitor: visitor === undefined ? null : secretOf(visitor),
    visit,
    url,
    title,
    ...(after && { after }),
    ...(lang !== undefined && { lang }),
  })
  const ready = await until(() => frames.find((one): one is ServerFrame & { t: 'ready' } => one.t === 'ready'), 'ready')
  return {
    socket,
    frames,
    ready,
    send,
    ask,
    until,
    entries,
    texts: (): string[] =>
      entries().flatMap((entry) => (entry.type === 'message' ? [`${entry.from}: ${entry.text}`] : [])),
    /** Sends a message, under a new or the given id. */
    writes: (text: string, id = nextId()) => ask({ t: 'message', id, text }),
    /** Waits for a message of the other side. */
    receives: (text: string) =>
      until(() => entries().find((entry) => entry.type === 'message' && entry.text === text), `"${text}"`),
    identify: (name: string) => send({ t: 'identify', visitor: secretOf(name) }),
    async close() {
      socket.close()
      if (socket.readyState !== WebSocket.CLOSED) await once(socket, 'close')
    },
  }
}
