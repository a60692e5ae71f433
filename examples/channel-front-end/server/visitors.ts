import { createHash, randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ToDesk } from './channel.ts'

/** A message as the page shows it. */
export interface Message {
  id: string
  from: 'visitor' | 'agent'
  /** Milliseconds since the epoch. */
  at: number
  text: string
  /** Who wrote, and their picture: agents only. */
  name?: string
  photo?: string
  file?: { kind: string; url: string; name: string; size?: number }
  place?: { latitude: number; longitude: number }
  /** How far a visitor's message has come; `problem` says why it failed, last time. */
  state?: 'sending' | 'sent' | 'failed'
  problem?: string
}

export interface Visitor {
  /** Their `sender.id` at the desk. */
  id: string
  messages: Map<string, Message>
  /** Open pages: server-sent events. */
  pages: Set<ServerResponse>
  /** Resolves when everything they wrote so far has been sent or has failed: the next message waits for it. */
  sent: Promise<void>
  /** What failed, by message, as it was to be sent. */
  failed: Map<string, ToDesk>
}

const COOKIE = 'shop_visitor'
const VISITORS_MOST = 10_000
const MESSAGES_MOST = 500
/** What a page may leave unread before it is cut off; it comes back and reads the history. Bytes. */
const UNREAD_MOST = 1024 * 1024

export type Visitors = ReturnType<typeof makeVisitors>

/** Who visits the shop and what was written, in memory. A real shop would keep this in its database. */
export function makeVisitors() {
  const known = new Map<string, Visitor>()

  /** The visitor that a request comes from, by cookie; whoever brings none gets one. */
  function of(request: IncomingMessage, response: ServerResponse): Visitor {
    let key = new RegExp(`(?:^|; )${COOKIE}=([\\w-]{43})(?:;|$)`).exec(request.headers.cookie ?? '')?.[1]
    if (!key) {
      key = randomBytes(32).toString('base64url')
      // Add Secure behind TLS. SameSite keeps other sites from writing in the visitor's name.
      response.setHeader('set-cookie', `${COOKIE}=${key}; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax`)
    }
    // Agents see sender.id, and the cookie is as good as a password: so the one is a hash of the other. It is the same
    // when the shop starts anew, so that the desk knows the visitor again (A8).
    const id = `web-${createHash('sha256').update(key).digest('base64url').slice(0, 22)}`
    const visitor = known.get(id) ?? {
      id,
      messages: new Map(),
      pages: new Set(),
      sent: Promise.resolve(),
      failed: new Map(),
    }
    // Whoever was here last stands last; the first without an open page is forgotten first.
    known.delete(id)
    known.set(id, visitor)
    if (known.size > VISITORS_MOST) for (const [old, { pages }] of known) if (!pages.size && known.delete(old)) break
    return visitor
  }

  /** Keeps a message, new or changed, and shows it on the visitor's pages. */
  function show(visitor: Visitor, message: Message): void {
    visitor.messages.set(message.id, message)
    const [oldest] = visitor.messages.keys()
    if (oldest !== undefined && visitor.messages.size > MESSAGES_MOST) visitor.messages.delete(oldest)
    for (const page of visitor.pages) tell(page, 'messages', [message])
  }

  /** Connects a page. It gets the history every time, so a lost connection leaves no gap. */
  function connect(visitor: Visitor, page: ServerResponse): void {
    page.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
    page.write('retry: 1000\n\n')
    tell(page, 'messages', [...visitor.messages.values()])
    visitor.pages.add(page)
    // Proxies close connections that say nothing for a while.
    const beat = setInterval(() => page.write(':\n\n'), 20_000)
    page.on('close', () => {
      clearInterval(beat)
      visitor.pages.delete(page)
    })
  }

  const pages = () => [...known.values()].flatMap((visitor) => [...visitor.pages])
  return { of, show, connect, pages, byId: (id: string) => known.get(id) }
}

/** One server-sent event. */
export function tell(page: ServerResponse, event: 'messages' | 'typing' | 'status', data: unknown): void {
  page.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
  if (page.writableLength > UNREAD_MOST) page.destroy()
}
