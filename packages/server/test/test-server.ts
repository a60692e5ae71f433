import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { WebSocket } from 'ws'
import type { Chat, ChatForMe } from '@deskbell/protocol/agent/chat'
import type { Entry } from '@deskbell/protocol/agent/entry'
import type { ServerFrame } from '@deskbell/protocol/agent/socket'
import { RATE_LIMITS } from '@deskbell/protocol/limits'
import type { Setup } from '@deskbell/protocol/setup'
import { compose } from '../src/compose.ts'
import { openHttp } from '../src/http.ts'
import { readConfig } from '../src/platform/config.ts'
import { makeLog } from '../src/platform/log.ts'
import type { ReadTime } from '../src/db/store-clock.ts'
import { realClock, type MachineClock } from '../src/platform/clock.ts'
import { realIds } from '../src/platform/ids.ts'
import { settle, type HandClock } from './clock.ts'
import { freePort } from './free-port.ts'
import { makePlace, type DbKind, type Place } from './db.ts'
import { givePasswords } from './passwords.ts'

export const RANDOM = '0123456789abcdefghijKLMNOPQRSTUV'
export const PUBLIC_ID = 'Ab3dEf6hIj'
export const ANN = 'ann@shop.test'
export const BOB = 'bob@shop.test'

type Channel = NonNullable<Setup['channels']>[number] & { kind: 'api' }
type Limits = NonNullable<NonNullable<Setup['settings']>['limits']>

export interface TestServerOptions {
  kind?: DbKind
  clock?: MachineClock
  /** Reads the time of the database. Default: the test's clock if the test moves it, else the database. */
  readTime?: ReadTime
  /** Overrides fields of the first channel. */
  channel?: Partial<Channel>
  /** Further channels. */
  channels?: Setup['channels']
  bots?: Setup['bots']
  departments?: Setup['departments']
  webhooks?: Setup['webhooks']
  /** Rate limits. Those that are not given are off. */
  limits?: Limits
  /** Overrides variables of the environment. */
  env?: Record<string, string>
  /** An existing database, for a second server or a restart. */
  place?: Place
  /** Called with every line of the log. */
  onLog?: (line: string) => void
}

export interface Answer {
  status: number
  headers: Headers
  text: string
  // Tests read any field of a body.
  body: Record<string, never>
}

/** A whole server in this process: real sockets, a real database, a clock that the test may move. */
export async function startTestServer(options: TestServerOptions = {}) {
  const kind = options.kind ?? 'embedded'
  const place = options.place ?? (await makePlace(kind))
  const dataDir = place.dataDir || mkdtempSync(join(tmpdir(), 'deskbell-test-'))
  const setupFile = join(dataDir, 'setup.json')
  const off = Object.fromEntries(Object.keys(RATE_LIMITS).map((name) => [name, 0])) as Limits
  const setup: Setup = {
    account: { name: 'Shop' },
    agents: [
      { email: ANN, name: 'Ann', role: 'owner', apiToken: tokenOf(ANN) },
      { email: BOB, name: 'Bob', role: 'agent', apiToken: tokenOf(BOB) },
    ],
    channels: [
      {
        kind: 'api',
        name: 'App',
        publicId: PUBLIC_ID,
        random: RANDOM,
        agents: [ANN, BOB],
        ...options.channel,
      } as Channel,
      ...(options.channels ?? []),
    ],
    ...(options.departments && { departments: options.departments }),
    ...(options.bots && { bots: options.bots }),
    ...(options.webhooks && { webhooks: options.webhooks }),
    settings: { limits: { ...off, ...options.limits } },
  }
  writeFileSync(setupFile, JSON.stringify(setup))
  const config = readConfig({
    // Links contain the port, so it is chosen before the server listens.
    PORT: String(await freePort()),
    HOST: '127.0.0.1',
    DATA_DIR: dataDir,
    SETUP_FILE: setupFile,
    ALLOW_TARGETS: '127.0.0.1,localhost',
    SECRET_KEY: 'a key for tests alone',
    // The machine of the tests may have little free disk space.
    MIN_FREE_DISK: '0',
    ...(place.databaseUrl && { DATABASE_URL: place.databaseUrl }),
    ...options.env,
  })
  const clock = options.clock ?? realClock
  const services = await compose(config, {
    clock,
    ...('move' in clock && { readTime: async () => clock.now() }),
    ...(options.readTime && { readTime: options.readTime }),
    ids: realIds,
    log: makeLog(options.onLog ?? (() => {})),
    onFatal(error) {
      throw error
    },
  })
  await givePasswords(services.db, [ANN, BOB])
  const app = await openHttp(services)
  await app.listen({ host: '127.0.0.1', port: config.port })
  const url = `http://127.0.0.1:${config.port}`
  const channelUrl = `${url}/${RANDOM}/${PUBLIC_ID}`
  let closed = false

  async function ask(path: string, init: RequestInit = {}): Promise<Answer> {
    const response = await fetch(path.startsWith('http') ? path : url + path, init)
    const text = await response.text()
    let body: Answer['body'] = {}
    try {
      body = JSON.parse(text)
    } catch {
      // Not every answer is JSON.
    }
    return { status: response.status, headers: response.headers, text, body }
  }

  const testServer = {
    url,
    /** The server's own origin, with `localhost`. */
    publicUrl: config.publicUrl,
    channelUrl,
    kind,
    clock,
    services,
    place,
    ask,
    /** A customer on the channel. */
    visitor: (id: string, sender: Record<string, unknown> = {}) => visitorOf(ask, channelUrl, id, sender),
    /** An agent who signs in with an API token. */
    agent: (email: string = ANN) => agentOf(ask, url, email),
    /** Resolves when no commit and no delivery is under way, and no delivery waits for another attempt. */
    async settled() {
      for (let quiet = 0; quiet < 2; quiet++) {
        await services.commit.idle()
        await services.worker.settled()
        await settle(2)
      }
    },
    /** Stops the server and keeps its database. */
    async stop() {
      if (closed) return
      closed = true
      const ended = app.close().then(() => services.close())
      // Closing waits for timers, which fire only when the test's clock moves.
      if ('move' in clock) await moveUntil(clock as HandClock, ended)
      await ended
    },
    async close() {
      await testServer.stop()
      await place.drop()
      if (!place.dataDir) rmSync(dataDir, { recursive: true, force: true })
    },
  }
  return testServer
}

/** Moves the clock while the work takes, slowly: on a busy machine it takes longer, and little of the test's time may pass. */
async function moveUntil(clock: HandClock, work: Promise<unknown>): Promise<void> {
  let done = false
  void work.catch(() => {}).finally(() => (done = true))
  while (!done) {
    await clock.move(250)
    await Promise.race([work.catch(() => {}), pause(20)])
  }
}

export type TestServer = Awaited<ReturnType<typeof startTestServer>>
type Ask = (path: string, init?: RequestInit) => Promise<Answer>

export function tokenOf(email: string): string {
  return `deskbell_${email.replaceAll(/[^a-z]/g, '')}_0123456789abcdef`
}

function visitorOf(ask: Ask, channelUrl: string, id: string, sender: Record<string, unknown>) {
  const post = (body: unknown, headers: Record<string, string> = {}) =>
    ask(channelUrl, {
      method: 'POST',
      body: typeof body === 'string' ? body : JSON.stringify(body),
      headers: { 'content-type': 'application/json', ...headers },
    })
  return {
    id,
    post,
    writes: (text: string, more: Record<string, unknown> = {}, headers: Record<string, string> = {}) =>
      post({ sender: { id, ...sender }, message: { type: 'text', text, ...more } }, headers),
    sends: (message: Record<string, unknown>) => post({ sender: { id, ...sender }, message }),
    types: (on = true) => post({ sender: { id }, message: { type: on ? 'typein' : 'typeout' } }),
  }
}

function agentOf(ask: Ask, url: string, email: string) {
  const authorization = `Bearer ${tokenOf(email)}`
  const call = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
    ask(`/api${path}`, {
      method,
      headers: { authorization, ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  const must = async (promise: Promise<Answer>): Promise<Answer> => {
    const answer = await promise
    if (answer.status >= 300) throw new Error(`${answer.status} ${answer.text}`)
    return answer
  }
  const agent = {
    email,
    call,
    async chats(query = ''): Promise<ChatForMe[]> {
      return (await must(call('GET', `/chats${query}`))).body['chats'] ?? []
    },
    async chat(id: number): Promise<ChatForMe> {
      return (await must(call('GET', `/chats/${id}`))).body as unknown as ChatForMe
    },
    async entries(chat: number, after = 0): Promise<Entry[]> {
      return (await must(call('GET', `/chats/${chat}/entries?after=${after}&limit=500`))).body['entries'] ?? []
    },
    accepts: (chat: number, body: object = {}) => must(call('POST', `/chats/${chat}/accept`, body)),
    closes: (chat: number) => must(call('POST', `/chats/${chat}/close`, {})),
    async writes(chat: number, text: string): Promise<number> {
      return (await must(call('POST', `/chats/${chat}/messages`, { text }))).body['n'] ?? 0
    },
    /** Connects the socket. Resolves after the welcome frame. */
    connects: () => connect(url, authorization),
  }
  return agent
}

export type TestAgent = ReturnType<typeof agentOf>

/** An agent’s socket. Resolves after the welcome frame. */
export async function connect(url: string, authorization: string, query = '') {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/api/socket${query}`, { headers: { authorization } })
  const frames: ServerFrame[] = []
  const waiting = new Set<{ matches: (frame: ServerFrame) => boolean; found: (frame: ServerFrame) => void }>()
  const closed = new Promise<{ code: number }>((resolve) => socket.on('close', (code) => resolve({ code })))
  socket.on('message', (data: Buffer) => {
    const frame = JSON.parse(data.toString()) as ServerFrame
    frames.push(frame)
    for (const one of waiting)
      if (one.matches(frame)) {
        waiting.delete(one)
        one.found(frame)
      }
  })
  const connection = {
    socket,
    frames,
    closed,
    send: (frame: object) => socket.send(JSON.stringify(frame)),
    /** The first frame that matches, from the received ones or a later one. */
    sees(matches: (frame: ServerFrame) => boolean): Promise<ServerFrame> {
      const known = frames.find(matches)
      if (known) return Promise.resolve(known)
      return new Promise((found) => waiting.add({ matches, found }))
    },
    seesChat: async (matches: (chat: Chat) => boolean): Promise<Chat> => {
      const frame = await connection.sees((one) => one.type === 'chat' && matches(one.chat))
      if (frame.type !== 'chat') throw new Error('not a chat')
      return frame.chat
    },
    /** All received entries of a chat, in the order of arrival. */
    entriesOf: (chat: number): Entry[] =>
      frames.flatMap((frame) => (frame.type === 'entries' && frame.chat === chat ? frame.entries : [])),
    close: () => socket.close(),
  }
  await new Promise<void>((resolve, reject) => {
    socket.on('error', reject)
    socket.on('unexpected-response', (_request, response) => reject(new Error(`refused with ${response.statusCode}`)))
    connection.sees((frame) => frame.type === 'welcome').then(() => resolve(), reject)
  })
  return connection
}
