import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Message, Update } from 'grammy/types'

/** A request that a bot made of Telegram, with its parameters and the bytes of its file. */
export interface BotRequest {
  readonly method: string
  readonly params: Readonly<Record<string, unknown>>
  readonly file?: { readonly field: string; readonly name: string; readonly bytes: Buffer }
}

interface Failing {
  readonly method: string
  readonly code: number
  readonly description: string
  readonly retryAfter?: number
  times: number
}

export interface BotFacts {
  readonly id: number
  readonly name: string
  readonly username: string
  readonly secret?: string
}

type Content = Partial<Message> & { readonly bytes?: Buffer }

/** A local server that speaks the part of the Bot API that the connector uses, with Telegram's own rules and errors. */
export async function startBotApi() {
  const bots = new Map<string, FakeBot>()
  const server = createServer((request, response) => void answer(request, response).catch(() => response.destroy()))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const root = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  let isDown = false

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    if (isDown) return void response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad Gateway</h1>')
    const [, file, token = '', rest = ''] = /^(\/file)?\/bot([^/]+)\/(.+)$/.exec(request.url ?? '') ?? []
    const bot = bots.get(token)
    const send = (status: number, body: object) =>
      void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (!bot) return send(401, { ok: false, error_code: 401, description: 'Unauthorized' })
    if (file) {
      const bytes = bot.files.get(rest)
      return bytes
        ? void response.writeHead(200, { 'content-type': 'application/octet-stream' }).end(bytes)
        : send(404, { ok: false, error_code: 404, description: 'Not Found' })
    }
    const parsed = await parse(rest, request.headers['content-type'] ?? '', Buffer.concat(chunks))
    const gone = new AbortController()
    response.once('close', () => gone.abort())
    const result = await bot.call(parsed, gone.signal)
    if (!('refused' in result)) return send(200, { ok: true, result: result.result })
    const { code, description, retryAfter } = result.refused
    const parameters = retryAfter === undefined ? {} : { parameters: { retry_after: retryAfter } }
    send(code, { ok: false, error_code: code, description, ...parameters })
  }

  return {
    root,
    /** Registers a bot and makes its token. */
    addBot(facts: BotFacts): FakeBot {
      const token = `${facts.id}:${facts.secret ?? 'AAEhBOweik6ad9r_QXMENQjcrGbqCr4K-bc'}`
      const bot = new FakeBot(token, facts)
      bots.set(token, bot)
      return bot
    },
    /** The owner asked BotFather for a new token. */
    revoke: (bot: FakeBot) => void bots.delete(bot.token),
    /** Telegram is unreachable, or reachable again. */
    setDown: (down: boolean) => void (isDown = down),
    async close(): Promise<void> {
      for (const bot of bots.values()) bot.close()
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

export type BotApiServer = Awaited<ReturnType<typeof startBotApi>>

async function parse(method: string, type: string, body: Buffer): Promise<BotRequest> {
  if (!type.startsWith('multipart/')) return { method, params: body.length > 0 ? JSON.parse(body.toString()) : {} }
  // Telegram reads a name without quotes up to the end of the line, which Node's own parser does not.
  const quoted = body.toString('latin1').replace(/;filename=([^\r\n]+)/g, ';filename="$1"')
  const form = await new Response(new Uint8Array(Buffer.from(quoted, 'latin1')), {
    headers: { 'content-type': type },
  }).formData()
  const params: Record<string, unknown> = {}
  const blobs = new Map<string, File>()
  for (const [name, value] of form) {
    if (typeof value === 'string') params[name] = value
    else blobs.set(name, value)
  }
  for (const [field, value] of Object.entries(params)) {
    const blob = typeof value === 'string' && value.startsWith('attach://') ? blobs.get(value.slice(9)) : undefined
    if (blob) return { method, params, file: { field, name: blob.name, bytes: Buffer.from(await blob.arrayBuffer()) } }
  }
  return { method, params }
}

type Result = { result: unknown } | { refused: Pick<Failing, 'code' | 'description' | 'retryAfter'> }

/** A parameter of a request that is text; empty when it is missing. */
export function textIn(params: BotRequest['params'], name: string): string {
  const value = params[name]
  return typeof value === 'string' ? value : ''
}

const refused = (code: number, description: string): Result => ({ refused: { code, description } })

/** What a send method carries its file in. */
const FILE_FIELDS: Readonly<Record<string, string>> = {
  sendPhoto: 'photo',
  sendVideo: 'video',
  sendVoice: 'voice',
  sendAudio: 'audio',
  sendSticker: 'sticker',
  sendDocument: 'document',
}

/** Requests that wait for their answer. */
export class Held {
  /** How many were given up by the client. */
  abandoned = 0
  readonly #waiting = new Set<() => void>()
  #isOver = false

  wait(gone: AbortSignal): Promise<void> {
    if (this.#isOver) return Promise.resolve()
    const { promise, resolve } = Promise.withResolvers<void>()
    const release = () => {
      gone.removeEventListener('abort', abandon)
      resolve()
    }
    const abandon = () => {
      this.abandoned++
      this.#waiting.delete(release)
      resolve()
    }
    this.#waiting.add(release)
    gone.addEventListener('abort', abandon, { once: true })
    return promise
  }

  /** Answers the request that waits longest. */
  releaseOne(): void {
    const [release] = this.#waiting
    if (!release) throw new Error('no request waits')
    this.#waiting.delete(release)
    release()
  }

  /** Answers all requests, also later ones. */
  end(): void {
    this.#isOver = true
    while (this.#waiting.size > 0) this.releaseOne()
  }
}

export class FakeBot {
  readonly token: string
  readonly facts: BotFacts
  /** How often a process asked for updates. */
  questions = 0
  /** Every request except the questions for updates. */
  readonly requests: BotRequest[] = []
  readonly files = new Map<string, Buffer>()
  webhook: { url: string; secret: string; allowed: unknown } | undefined
  readonly #chats = new Set<string>()
  readonly #blocked = new Set<string>()
  readonly #held = new Map<string, Held>()
  #failing: Failing[] = []
  #updates: Update[] = []
  #lastUpdate = 1000
  #lastMessage = 0
  #asking: (() => void) | undefined
  #waiting: { matches: (request: BotRequest) => boolean; resolve: (request: BotRequest) => void }[] = []

  constructor(token: string, facts: BotFacts) {
    this.token = token
    this.facts = facts
  }

  /** A visitor writes. Resolves to the update, which is not handed over yet. */
  write(from: number, content: Content | string): Update {
    const given = typeof content === 'string' ? { text: content } : content
    this.#chats.add(String(from))
    return this.#add({ message: this.#toMessage(from, given) } as Partial<Update>)
  }

  edit(of: Update, content: Content): Update {
    return this.#add({ edited_message: { ...of.message!, ...content, edit_date: 2 } } as Partial<Update>)
  }

  /** Any update, such as one that no connector knows. */
  push(update: Partial<Update>): Update {
    return this.#add(update)
  }

  /** Stores a file that a visitor sent; returns its id. */
  store(bytes: Buffer): string {
    const id = `file-${this.files.size + 1}`
    this.files.set(`documents/${id}`, bytes)
    return id
  }

  block(visitor: number): void {
    this.#blocked.add(String(visitor))
  }

  /** The next requests of a method fail. */
  fail(method: string, code: number, description: string, more: { times?: number; retryAfter?: number } = {}): void {
    this.#failing.push({ method, code, description, times: 1, ...more })
  }

  /** Requests of a method get no answer until they are released. */
  hold(method: string): Held {
    const held = new Held()
    this.#held.set(method, held)
    return held
  }

  /** The next request of a method that no caller has received yet. */
  next(method: string): Promise<BotRequest> {
    return this.nextWhere((request) => request.method === method)
  }

  nextWhere(wanted: (request: BotRequest) => boolean): Promise<BotRequest> {
    const matches = (request: BotRequest) => wanted(request) && !this.#given.has(request)
    const found = this.requests.find(matches)
    if (found) return Promise.resolve(this.#give(found))
    return new Promise((resolve) => this.#waiting.push({ matches, resolve }))
  }
  readonly #given = new Set<BotRequest>()
  #give(request: BotRequest): BotRequest {
    this.#given.add(request)
    return request
  }

  /** Updates that no process has confirmed. */
  get unconfirmed(): readonly Update[] {
    return this.#updates
  }

  /** Resolves when a process has confirmed updates. */
  confirmed(): Promise<void> {
    return new Promise((resolve) => this.#confirming.push(resolve))
  }
  #confirming: (() => void)[] = []

  close(): void {
    this.#asking?.()
  }

  #add(update: Partial<Update>): Update {
    const whole = { update_id: ++this.#lastUpdate, ...update } as Update
    this.#updates.push(whole)
    this.#asking?.()
    return whole
  }

  #toMessage(from: number, { bytes: _bytes, ...content }: Content): Message {
    return {
      message_id: ++this.#lastMessage,
      date: 1,
      from: { id: from, is_bot: false, first_name: 'Vera', last_name: 'Lind', username: 'vera_lind' },
      chat: { id: from, type: 'private', first_name: 'Vera' },
      ...content,
    } as Message
  }

  async call(request: BotRequest, gone: AbortSignal): Promise<Result> {
    const isQuestion = request.method === 'getUpdates'
    if (isQuestion) this.questions++
    else this.requests.push(request)
    const index = this.#waiting.findIndex(({ matches }) => matches(request))
    if (index >= 0) this.#waiting.splice(index, 1)[0]?.resolve(this.#give(request))
    const held = this.#held.get(request.method)
    if (held) await held.wait(gone)
    const failing = this.#failing.find(({ method, times }) => method === request.method && times > 0)
    if (failing) {
      failing.times--
      return { refused: failing }
    }
    return isQuestion ? this.#getUpdates(request.params, gone) : this.#carryOut(request)
  }

  #carryOut({ method, params, file }: BotRequest): Result {
    const { id, name, username } = this.facts
    switch (method) {
      case 'getMe':
        return { result: { id, is_bot: true, first_name: name, username } }
      case 'deleteWebhook':
        this.webhook = undefined
        return { result: true }
      case 'setWebhook': {
        const url = String(params['url'])
        if (!url.startsWith('https://'))
          return refused(400, 'Bad Request: bad webhook: HTTPS url must be provided for webhook')
        this.webhook = { url, secret: String(params['secret_token']), allowed: params['allowed_updates'] }
        return { result: true }
      }
      case 'getWebhookInfo':
        return { result: { url: this.webhook?.url ?? '', pending_update_count: this.#updates.length } }
      case 'getFile': {
        const path = `documents/${String(params['file_id'])}`
        const bytes = this.files.get(path)
        if (!bytes) return refused(400, 'Bad Request: invalid file_id')
        if (bytes.length > 20 * 1024 * 1024) return refused(400, 'Bad Request: file is too big')
        return { result: { file_id: params['file_id'], file_unique_id: 'u', file_path: path } }
      }
      default:
        return this.#send(method, params, file)
    }
  }

  #send(method: string, params: BotRequest['params'], file: BotRequest['file']): Result {
    const to = String(params['chat_id'])
    if (!this.#chats.has(to)) return refused(400, 'Bad Request: chat not found')
    if (this.#blocked.has(to)) return refused(403, 'Forbidden: bot was blocked by the user')
    if (method === 'sendChatAction') return { result: true }
    const field = FILE_FIELDS[method]
    if (field !== undefined && file?.field !== field)
      return refused(400, `Bad Request: there is no ${field} in the request`)
    if (method === 'sendMessage') {
      const text = textIn(params, 'text')
      if (text === '') return refused(400, 'Bad Request: message text is empty')
      if (text.replaceAll(/<[^>]+>/g, '').length > 4096) return refused(400, 'Bad Request: message is too long')
    } else if (field === undefined && method !== 'sendLocation' && method !== 'sendVenue')
      return refused(404, 'Not Found')
    if (textIn(params, 'caption').length > 1024) return refused(400, 'Bad Request: message caption is too long')
    return { result: { message_id: ++this.#lastMessage, date: 1, chat: { id: Number(to), type: 'private' } } }
  }

  async #getUpdates(params: BotRequest['params'], gone: AbortSignal): Promise<Result> {
    if (this.webhook)
      return refused(409, "Conflict: can't use getUpdates method while webhook is active; use deleteWebhook")
    // A newer question ends the one before it.
    this.#asking?.()
    const offset = Number(params['offset'] ?? 0)
    const before = this.#updates.length
    this.#updates = this.#updates.filter(({ update_id: id }) => id >= offset)
    if (this.#updates.length < before) for (const resolve of this.#confirming.splice(0)) resolve()
    if (this.#updates.length === 0) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, Number(params['timeout'] ?? 0) * 1000)
        this.#asking = () => {
          clearTimeout(timer)
          resolve()
        }
        gone.addEventListener('abort', () => this.#asking?.())
      })
      this.#asking = undefined
    }
    return { result: this.#updates.slice(0, Number(params['limit'] ?? 100)) }
  }

  /**
   * Calls the webhook with every update that is not confirmed; the statuses of the answers. `origin`: where it really
   * is.
   */
  async callWebhook(origin: string, secret = this.webhook?.secret ?? ''): Promise<number[]> {
    const statuses: number[] = []
    for (const update of this.#updates.slice()) {
      const path = new URL(this.webhook?.url ?? '').pathname
      const headers = { 'content-type': 'application/json', 'x-telegram-bot-api-secret-token': secret }
      const { status } = await fetch(origin + path, { method: 'POST', headers, body: JSON.stringify(update) })
      statuses.push(status)
      if (status === 200) this.#updates = this.#updates.filter((one) => one !== update)
    }
    return statuses
  }
}
