import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { openBot } from '../server/bot.ts'
import type { ModelConfig } from '../server/config.ts'

export const TOKEN = 'a-token-for-tests-only'

/** A request of the bot to Deskbell. */
export interface Told {
  event: string
  id: string
  client_id: string
  chat_id: string
  message?: { type: string; text: string; content?: string; timestamp: number }
  /** The body as received, and its key. */
  body: string
  key: string
}

/** A request to the model. */
export interface Asked {
  body: {
    model: string
    stream: boolean
    messages: { role: string; content: string }[]
    tools?: { function: { name: string } }[]
  }
  request: IncomingMessage
  response: ServerResponse
  /** Answers with a text, streamed or not as requested. */
  says: (text: string) => void
  /** Answers with events of a stream, each one JSON or a raw line. */
  streams: (...events: (object | string)[]) => void
  fails: (status: number, body?: string) => void
}

/** A bot between a small server and a small model, all three real servers. */
export async function openAll(settings: Partial<ModelConfig> = {}) {
  const asked = makeInbox<Asked>('The model was not asked')
  const told = makeInbox<Told>('Deskbell received nothing')
  /** The server's next responses, other than 200. */
  const refusals: { status: number; headers?: Record<string, string> }[] = []

  const model = await listen(async (request, response) => {
    const body = JSON.parse(await text(request)) as Asked['body']
    const streams: Asked['streams'] = (...events) => {
      response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' })
      for (const event of events)
        response.write(`data: ${typeof event === 'string' ? event : JSON.stringify(event)}\n\n`)
      response.end()
    }
    const sendJson = (status: number, json: string) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(json)
    }
    asked.put({
      body,
      request,
      response,
      streams,
      fails: (status, answer = '{"error":{"message":"no"}}') => sendJson(status, answer),
      says: (content) =>
        body.stream
          ? streams(
              piece({ role: 'assistant', content: '' }),
              ...[...content].map((c) => piece({ content: c })),
              '[DONE]',
            )
          : sendJson(
              200,
              JSON.stringify({ choices: [{ message: { role: 'assistant', content }, finish_reason: 'stop' }] }),
            ),
    })
  })

  const deskbell = await listen(async (request, response) => {
    const body = await text(request)
    const { status, headers } = refusals.shift() ?? { status: 200 }
    if (request.url !== `/bot/webhooks/assistant/${TOKEN}`) throw new Error(`the bot posted to ${request.url}`)
    response.writeHead(status, headers).end(status === 200 ? '{"result":"ok"}' : '{"error":{"code":"x","message":"y"}}')
    told.put({ ...(JSON.parse(body) as Told), body, key: String(request.headers['idempotency-key']) })
  })

  const { handle } = openBot({
    port: 0,
    host: '127.0.0.1',
    deskbellUrl: `${deskbell.url}/bot/webhooks/assistant/${TOKEN}`,
    token: TOKEN,
    model: { url: `${model.url}/v1`, name: 'small', stream: false, deadline: 10_000, prompt: 'Be nice.', ...settings },
  })
  const bot = await listen(handle)
  let serial = 0

  /** Sends an event to the bot; resolves with the bot's response. */
  async function tells(event: string, fields: object = {}): Promise<Response> {
    const body = JSON.stringify({ event, id: `event-${++serial}`, client_id: '7', chat_id: '1', ...fields })
    return fetch(`${bot.url}/desk/${TOKEN}`, { method: 'POST', body })
  }

  return {
    url: bot.url,
    tells,
    async writes(said: string, chat_id = '1'): Promise<void> {
      const { status } = await tells('CLIENT_MESSAGE', {
        chat_id,
        message: { type: 'TEXT', text: said, timestamp: 1_700_000_000 },
      })
      if (status !== 200) throw new Error(`the bot answered ${status}`)
    },
    asked,
    told,
    deskbellRefuses: (...statuses: number[]) => void refusals.push(...statuses.map((status) => ({ status }))),
    modelIsGone: () => model.close(),
    async close() {
      // Aborts what is still running.
      for (const chat_id of ['1', '2']) await tells('AGENT_JOINED', { chat_id })
      await Promise.all([bot.close(), deskbell.close(), model.close()])
    },
  }
}

/** An event of a stream. */
export const piece = (delta: object, finish_reason: string | null = null) => ({
  choices: [{ index: 0, delta, finish_reason }],
})

async function listen(handle: (...of: Parameters<RequestListener>) => Promise<void> | void) {
  const server = createServer((request, response) => void handle(request, response))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      if (!server.listening) return
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Received items in order; `next` waits for the next one. */
function makeInbox<T>(problem: string) {
  const all: T[] = []
  const waiting: ((one: T) => void)[] = []
  let read = 0
  return {
    all,
    /** The number of items that were not read. */
    unread: () => all.length - read,
    put(one: T): void {
      all.push(one)
      const take = waiting.shift()
      if (!take) return
      read++
      take(one)
    },
    next(): Promise<T> {
      if (read < all.length) return Promise.resolve(all[read++] as T)
      return new Promise((resolve, reject) => {
        const late = setTimeout(() => reject(new Error(problem)), 10_000)
        waiting.push((one) => {
          clearTimeout(late)
          resolve(one)
        })
      })
    },
  }
}
