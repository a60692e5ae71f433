import { isDeepStrictEqual } from 'node:util'
import { WebSocket } from 'ws'
import type { Chat, ChatForMe } from '@deskbell/protocol/agent/chat'
import type { Entry } from '@deskbell/protocol/agent/entry'
import type { ServerFrame } from '@deskbell/protocol/agent/socket'
import { ANN, tokenOf } from '../test-server.ts'

const AUTHORIZATION = `Bearer ${tokenOf(ANN)}`
const AGAIN = 50

/** Reads one resource of the agent API. Throws when the answer is not 200. */
export async function read<T>(url: string, path: string): Promise<T> {
  const response = await fetch(`${url}/api${path}`, {
    headers: { authorization: AUTHORIZATION },
    signal: AbortSignal.timeout(10_000),
  })
  if (response.status !== 200) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  return (await response.json()) as T
}

/** All open and closed chats, as a new reader receives them. */
export async function readInbox(url: string): Promise<ChatForMe[]> {
  const chats: ChatForMe[] = []
  for (const list of ['state=open&view=all', 'state=closed'])
    for (let after = ''; ;) {
      const page = await read<{ chats: ChatForMe[]; next: string | null }>(
        url,
        `/chats?${list}&limit=200${after && `&after=${encodeURIComponent(after)}`}`,
      )
      chats.push(...page.chats)
      if (page.next === null) break
      after = page.next
    }
  return chats
}

export async function readHistory(url: string, chat: number): Promise<Entry[]> {
  const entries: Entry[] = []
  for (;;) {
    const after = entries.at(-1)?.n ?? 0
    const page = await read<{ entries: Entry[]; more: boolean }>(url, `/chats/${chat}/entries?after=${after}&limit=500`)
    entries.push(...page.entries)
    if (!page.more) return entries
  }
}

function append(log: Map<number, Entry[]>, chat: number, entries: readonly Entry[]): void {
  const known = log.get(chat)
  if (known) for (const entry of entries) known.push(entry)
  else log.set(chat, [...entries])
}

/** The entries that one reader received, by chat, in the order of arrival. */
export interface ReaderLog {
  name: string
  entries: Map<number, Entry[]>
}

/**
 * An agent's window: one socket after the other, each continuing after the newest entry that the window has. It keeps
 * the inbox as the agent application does, from pages fetched after each welcome frame and the frames since.
 */
export class SocketReader implements ReaderLog {
  readonly name: string
  readonly entries = new Map<number, Entry[]>()
  /** The inbox of this window. */
  readonly inbox = new Map<number, Chat>()
  /** How often it reconnected. */
  connections = 0
  /** The chats that its socket follows. The server allows 50. */
  readonly #followed = new Set<number>()
  readonly #url: string
  #socket: WebSocket | undefined
  #over = false
  #asking = 0
  #watchers = new Set<() => void>()

  constructor(name: string, url: string) {
    this.name = name
    this.#url = url
    this.#connect()
  }

  /** Checks the condition after every frame. Resolves with true when it holds, with false after `ms`. */
  until(condition: () => boolean, ms: number): Promise<boolean> {
    if (condition()) return Promise.resolve(true)
    return new Promise((resolve) => {
      const end = (held: boolean) => {
        clearTimeout(timer)
        this.#watchers.delete(watcher)
        resolve(held)
      }
      const watcher = () => condition() && end(true)
      const timer = setTimeout(() => end(false), ms)
      this.#watchers.add(watcher)
    })
  }

  /** Whether the newest socket is open. */
  get open(): boolean {
    return this.#socket?.readyState === WebSocket.OPEN
  }

  has(chat: number, matches: (entry: Entry) => boolean): boolean {
    return this.entries.get(chat)?.some(matches) ?? false
  }

  close(): void {
    this.#over = true
    this.#socket?.terminate()
  }

  #connect(): void {
    if (this.#over) return
    const socket = new WebSocket(`${this.#url.replace('http', 'ws')}/api/socket`, {
      headers: { authorization: AUTHORIZATION },
      handshakeTimeout: 10_000,
    })
    this.#socket = socket
    socket.on('message', (data: Buffer) => {
      if (this.#socket === socket) this.#receive(JSON.parse(data.toString()) as ServerFrame)
    })
    socket.on('error', () => {})
    socket.on('close', () => setTimeout(() => this.#connect(), AGAIN))
  }

  #receive(frame: ServerFrame): void {
    switch (frame.type) {
      case 'welcome':
        this.connections++
        this.inbox.clear()
        this.#followed.clear()
        void this.#fetchInbox()
        break
      case 'chat':
        this.#place(frame.chat)
        break
      case 'entries':
        append(this.entries, frame.chat, frame.entries)
        this.#follow(frame.chat)
        break
      case 'stale':
        if (frame.what === 'inbox') void this.#fetchInbox()
        break
      default:
    }
    for (const watcher of this.#watchers) watcher()
  }

  async #fetchInbox(): Promise<void> {
    const mine = ++this.#asking
    const socket = this.#socket
    try {
      const chats = await readInbox(this.#url)
      if (mine !== this.#asking || socket !== this.#socket) return
      for (const { seen: _seen, ...chat } of chats) this.#place(chat)
      for (const watcher of this.#watchers) watcher()
    } catch {
      // The server went down again: the next socket fetches the inbox again.
      socket?.terminate()
    }
  }

  /** The later of two states of one chat. */
  #place(chat: Chat): void {
    const known = this.inbox.get(chat.id)
    if (!known || known.last <= chat.last) this.inbox.set(chat.id, chat)
    this.#follow(chat.id)
  }

  /** Follows a chat until it is closed and its last entry has come. */
  #follow(id: number): void {
    const chat = this.inbox.get(id)
    if (!chat) return
    const after = this.entries.get(id)?.at(-1)?.n ?? 0
    const isWhole = chat.state === 'closed' && after >= chat.last
    if (isWhole === !this.#followed.has(id)) return
    if (isWhole) this.#followed.delete(id)
    else this.#followed.add(id)
    this.#socket?.send(JSON.stringify(isWhole ? { type: 'unfollow', chat: id } : { type: 'follow', chat: id, after }))
  }
}

/** I6: the differences between this window and a new one. */
export function differencesOfInbox(shown: ReadonlyMap<number, Chat>, fresh: readonly ChatForMe[]): string[] {
  const wrong: string[] = []
  for (const { seen: _seen, ...chat } of fresh)
    if (!isDeepStrictEqual(shown.get(chat.id), chat))
      wrong.push(`I6 chat ${chat.id} shows as ${JSON.stringify(shown.get(chat.id))}, and is ${JSON.stringify(chat)}`)
  for (const id of shown.keys()) if (!fresh.some((chat) => chat.id === id)) wrong.push(`I6 chat ${id} is not there`)
  return wrong
}

/** Polls for new entries, page by page, as a program would. */
export class PageReader implements ReaderLog {
  readonly name = 'pages'
  readonly entries = new Map<number, Entry[]>()
  readonly #url: string

  constructor(url: string) {
    this.#url = url
  }

  /** Reads the new entries; while the server is down, the next poll reads them. */
  async look(): Promise<void> {
    try {
      for (const { id, last } of await readInbox(this.#url)) {
        const after = this.entries.get(id)?.at(-1)?.n ?? 0
        if (after >= last) continue
        const page = await read<{ entries: Entry[] }>(this.#url, `/chats/${id}/entries?after=${after}&limit=100`)
        append(this.entries, id, page.entries)
      }
    } catch {
      // The next poll reads them.
    }
  }
}
