import type { IncomingMessage, ServerResponse } from 'node:http'
import { openChannel, type ToDeskbell } from './channel.ts'
import { Answer, parseObject, readBody, sendJson, toText } from './http.ts'
import { makePage } from './page.ts'
import { makeReceiver } from './receive.ts'
import { makeUploads } from './uploads.ts'
import { makeVisitors, tell, type Message, type Visitor } from './visitors.ts'

export interface ShopConfig {
  /** The channel's address: https://desk.example.com/<random>/<publicId>. */
  channelUrl: string
  /** The shop's address for Deskbell and browsers. */
  shopUrl: string
  /** The channel's secret; without it, signatures are not verified. */
  secret?: string
  /** Where Deskbell serves files from. Default: the channel's origin, with 127.0.0.1 instead of localhost. */
  filesUrl?: string
}

const TEXT_MOST = 1000
const FILE_MOST = 10 * 1024 * 1024
const WAITING_MOST = 50
const STATUS_EVERY = 2000

/** The shop's server: its page, the page's API under /chat, visitors' files, and the endpoint for Deskbell. */
export function openShop({ channelUrl, shopUrl, secret, filesUrl }: ShopConfig) {
  const origin = new URL(channelUrl).origin
  const door = `/desk/${channelUrl.split('/').at(-1)}` // A21
  const channel = openChannel(channelUrl)
  const visitors = makeVisitors()
  const uploads = makeUploads()
  const servePage = makePage(filesUrl ?? origin.replace('//localhost', '//127.0.0.1'))
  const receive = makeReceiver({ visitors, secret })

  /** The page's requests. Changes are sent as server-sent events to all of the visitor's pages. */
  const chat: Record<string, (visitor: Visitor, request: IncomingMessage, query: URLSearchParams) => Promise<void>> = {
    async '/chat/messages'(visitor, request) {
      const { id, text, ...about } = parseObject(await readBody(request, 16 * 1024)) ?? {}
      if (!isId(id) || typeof text !== 'string' || !text.trim())
        throw new Answer(400, 'A message has an id and a text.')
      // A14: Deskbell would cut it.
      if (text.length > TEXT_MOST) throw new Answer(400, `A message has at most ${TEXT_MOST} characters.`)
      send(visitor, { id, from: 'visitor', at: Date.now(), text }, about)
    },

    async '/chat/files'(visitor, request, query) {
      const [id, name] = [query.get('id'), query.get('file')?.slice(0, 200) || 'file']
      if (!isId(id)) throw new Answer(400, 'A message has an id.')
      const body = await readBody(request, FILE_MOST)
      if (!body.length) throw new Answer(400, 'This file is empty.')
      if (visitor.messages.has(id)) return
      const { kind, path } = uploads.keep(name, request.headers['content-type'] ?? '', body)
      const file = { kind, url: path, name, size: body.length }
      send(visitor, { id, from: 'visitor', at: Date.now(), text: '', file }, Object.fromEntries(query))
    },

    async '/chat/again'(visitor, request) {
      const id = toText(parseObject(await readBody(request, 1024))?.['id'])
      const [message, toDeskbell] = [visitor.messages.get(id), visitor.failed.get(id)]
      if (message && toDeskbell) deliver(visitor, message, toDeskbell)
    },

    async '/chat/typing'(visitor, request) {
      channel.type(visitor.id, parseObject(await readBody(request, 1024))?.['on'] === true)
    },
  }

  /** Converts a visitor's message to the channel interface. `about` is what the page reports of the visitor. */
  function send(visitor: Visitor, message: Message, about: Record<string, unknown>): void {
    if (visitor.messages.has(message.id)) return // The page sent it twice.
    const waiting = [...visitor.messages.values()].filter(({ state }) => state === 'sending').length
    if (waiting >= WAITING_MOST) throw new Answer(429, 'Too many messages wait to be sent.')
    const { id, text, file } = message
    const [name, url, invite] = ['name', 'page', 'invite'].map((key) => toText(about[key]))
    deliver(visitor, message, {
      // A9, A11, A12: empty fields are left out.
      sender: { id: visitor.id, ...(name && { name }), ...(url && { url }), ...(invite && { invite }) },
      message: file
        ? { type: file.kind, id, file: shopUrl + file.url, file_name: file.name, file_size: file.size }
        : { type: 'text', id, text },
    })
  }

  /** Shows a message at once and sends it in its turn: messages of one visitor arrive in order. */
  function deliver(visitor: Visitor, message: Message, toDeskbell: ToDeskbell): void {
    const { id } = message
    visitor.failed.delete(id)
    visitors.show(visitor, { ...message, state: 'sending' })
    visitor.sent = visitor.sent.then(async () => {
      // A13: keys are shared by the whole channel, and visitors choose the ids.
      const outcome = await channel.send(toDeskbell, `${visitor.id} ${id}`)
      if (outcome.ok) return visitors.show(visitor, { ...message, state: 'sent' })
      // The same key may only be used with the same body.
      visitor.failed.set(id, toDeskbell)
      visitors.show(visitor, { ...message, state: 'failed', problem: outcome.problem })
    })
  }

  /** While the shop has visitors, the status is polled; pages are told of changes. */
  let online = false
  const watch = setInterval(() => {
    if (visitors.pages().length) void lookForAgents()
  }, STATUS_EVERY)
  async function lookForAgents(): Promise<void> {
    const before = online
    online = await channel.isOnline()
    if (online !== before) for (const page of visitors.pages()) tell(page, 'status', { online })
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', shopUrl)
    if (request.method === 'GET') {
      if (servePage(pathname, response) || uploads.serve(pathname, response)) return
      if (pathname !== '/chat/events') throw new Answer(404, 'There is nothing here.')
      visitors.connect(visitors.of(request, response), response)
      await lookForAgents()
      tell(response, 'status', { online })
    } else if (request.method === 'POST' && pathname === door) {
      await receive(request, response)
    } else {
      const act = request.method === 'POST' && chat[pathname]
      if (!act) throw new Answer(404, 'There is nothing here.')
      // Browsers report which site a request comes from.
      if (/cross-site|same-site/.test(String(request.headers['sec-fetch-site'])))
        throw new Answer(403, 'Not from here.')
      await act(visitors.of(request, response), request, searchParams)
      sendJson(response, 202, {})
    }
  }

  return {
    handle(request: IncomingMessage, response: ServerResponse): void {
      answer(request, response).catch((error: unknown) => {
        if (response.headersSent || response.destroyed) return void response.destroy()
        if (!(error instanceof Answer)) console.error(error)
        const [status, problem] =
          error instanceof Answer ? [error.status, error.message] : [500, 'Something went wrong.']
        response.setHeader('connection', 'close')
        sendJson(response, status, { problem })
      })
    },
    close: () => clearInterval(watch),
  }
}

/** The page creates ids, so that a message that it sends twice is one message. */
function isId(id: unknown): id is string {
  return typeof id === 'string' && /^[\w-]{16,64}$/.test(id)
}
