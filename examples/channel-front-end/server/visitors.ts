import { createHash, randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ToDeskbell } from './channel.ts'

/** A message as the page shows it. */
export interface Message {
  id: string
  from: 'visitor' | 'agent'
  /** Milliseconds since the epoch. */
  at: number
  text: string
  /** The author's name and picture: agents only. */
  name?: string
  photo?: string
  file?: { kind: string; url: string; name: string; size?: number }
  place?: { latitude: number; longitude: number }
  /** The state of a visitor's message; `problem` is the reason of the last failure. */
  state?: 'sending' | 'sent' | 'failed'
  problem?: string
}

export interface Visitor {
  /** Their `sender.id` on the channel interface. */
  id: string
  messages: Map<string, Message>
  /** Open pages: server-sent events. */
  pages: Set<ServerResponse>
  /** Resolves when all their messages so far were sent or have failed: the next message waits for it. */
  sent: Promise<void>
  /** Failed messages by id, in the form to send again. */
  failed: Map<string, ToDeskbell>
}

const COOKIE = 'shop_visitor'
const VISITORS_MOST = 10_000
const MESSAGES_MOST = 500
/** The unread bytes at which a page is disconnected; it reconnects and reads the history. */
const UNREAD_MOST = 1024 * 1024

export type Visitors = ReturnType<typeof makeVisitors>

/** The visitors and their messages, in memory. A real shop would store this in its database. */
export function makeVisitors() {
  const known = new Map<string, Visitor>()

  /** The visitor of a request, by cookie; a request without one gets a new visitor. */
  function of(request: IncomingMessage, response: ServerResponse): Visitor {
    let key = new RegExp(`(?:^|; )${COOKIE}=([\\w-]{43})(?:;|$)`).exec(request.headers.cookie ?? '')?.[1]
    if (!key) {
      key = randomBytes(32).toString('base64url')
      // Add Secure behind TLS. SameSite keeps other sites from writing in the visitor's name.
      response.setHeader('set-cookie', `${COOKIE}=${key}; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax`)
    }
    // Agents see sender.id, and the cookie works like a password, so sender.id is a hash of the cookie. It is the same
    // after a restart of the shop, so that Deskbell recognizes the visitor (A8).
    const id = `web-${createHash('sha256').update(key).digest('base64url').slice(0, 22)}`
    const visitor = known.get(id) ?? {
      id,
      messages: new Map(),
      pages: new Set(),
      sent: Promise.resolve(),
      failed: new Map(),
    }
    // The most recent visitor is last; the first one without an open page is dropped first.
    known.delete(id)
    known.set(id, visitor)
    if (known.size > VISITORS_MOST) for (const [old, { pages }] of known) if (!pages.size && known.delete(old)) break
    return visitor
  }

  /** Stores a new or changed message, and shows it on the visitor's pages. */
  function show(visitor: Visitor, message: Message): void {
    visitor.messages.set(message.id, message)
    const [oldest] = visitor.messages.keys()
    if (oldest !== undefined && visitor.messages.size > MESSAGES_MOST) visitor.messages.delete(oldest)
    for (const page of visitor.pages) tell(page, 'messages', [message])
  }

  /** Connects a page. It always receives the history, so that a lost connection leaves no gap. */
  function connect(visitor: Visitor, page: ServerResponse): void {
    page.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
    page.write('retry: 1000\n\n')
    tell(page, 'messages', [...visitor.messages.values()])
    visitor.pages.add(page)
    // Proxies close idle connections.
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
