import { setTimeout as pause } from 'node:timers/promises'
import type { Cursor, ServerFrame, VisitorEntry, VisitorFrame } from '@deskbell/protocol/widget/frames'
import { WebSocket } from 'ws'
import { secretOf, WIDGET_ID } from '../channels/widget/page.ts'
import type { History } from './judge.ts'
import type { Verdict } from './ledger.ts'
import type { Writers } from './writers.ts'

/** A page that hears nothing for so long connects again (ms). */
const SILENCE = 5000
/** Between two connections, at most (ms). */
const AGAIN = 300

/** The page of a visitor: connects again when its connection ends, and sends a message until it is answered. */
export class VisitorPage {
  readonly customer: string
  /** Everything that it received, in the order of arrival. */
  readonly entries: VisitorEntry[] = []
  /** Times at which a message of it was acknowledged (`performance.now()`). */
  acknowledgedAt = 0
  /** The number of the visitor, once it is known. */
  number: number | undefined
  readonly #writers: Writers
  #cursor: Cursor | undefined
  #socket: WebSocket | undefined
  #hears: ((frame: ServerFrame) => void) | undefined

  constructor(customer: string, writers: Writers) {
    this.customer = customer
    this.#writers = writers
  }

  /** Writes one message after the other until the run ends. */
  async writes(most: number): Promise<void> {
    const { stopping, random } = this.#writers
    for (let k = 1; !stopping.aborted; k++) {
      await this.#sends(`page message ${k} of ${this.customer} ✓`, `${this.customer}-message-${k}`)
      await pause(random.between(1, most))
    }
  }

  /** Stays connected until the given moment has come, to receive what is left. */
  async stays(isOver: () => boolean, within: number): Promise<void> {
    for (const end = Date.now() + within; !isOver() && Date.now() < end;) {
      await this.#connected().catch(() => {})
      await pause(50)
    }
  }

  close(): void {
    this.#socket?.terminate()
  }

  async #sends(text: string, id: string): Promise<void> {
    const { ledger, stopping, onOk } = this.#writers
    while (!stopping.aborted) {
      await ledger.sends({ id, by: 'customer', customer: this.customer, text, keyed: true })
      const [verdict, answer] = await this.#attempt({ t: 'message', id, text })
      await ledger.answered({ id, verdict, status: verdict === 'fail' ? 400 : verdict === 'ok' ? 200 : 0, answer })
      if (verdict === 'ok') {
        this.acknowledgedAt = performance.now()
        onOk?.()
      }
      if (verdict !== 'unknown') return
      await pause(this.#writers.random.between(20, AGAIN))
    }
  }

  async #attempt(frame: VisitorFrame & { id: string }): Promise<[Verdict, string]> {
    try {
      await this.#connected()
      const answer = await this.#asks(frame, (one) => 'id' in one && one.id === frame.id && one.t !== 'why')
      if (answer.t === 'done') {
        this.number = answer.number ?? this.number
        return ['ok', '{}']
      }
      const code = answer.t === 'refused' ? answer.code : answer.t
      return [code === 'unavailable' || code === 'rate_limited' ? 'unknown' : 'fail', JSON.stringify(answer)]
    } catch {
      // The connection ended or was silent: the message may have been stored.
      return ['unknown', '']
    }
  }

  async #connected(): Promise<void> {
    if (this.#socket?.readyState === WebSocket.OPEN) return
    const { url } = this.#writers.server
    const socket = new WebSocket(`${url.replace('http', 'ws')}/widget/${WIDGET_ID}/socket`, {
      handshakeTimeout: SILENCE,
    })
    this.#socket = socket
    socket.on('message', (data: Buffer) => {
      if (this.#socket === socket) this.#receive(JSON.parse(data.toString()) as ServerFrame)
    })
    socket.on('error', () => {})
    await new Promise<void>((resolve, reject) => {
      socket.once('open', resolve)
      socket.once('close', () => reject(new Error('closed')))
    })
    const hello: VisitorFrame = {
      t: 'hello',
      visitor: secretOf(this.customer),
      visit: `visit-${this.customer}`,
      url: 'https://shop.test/',
      title: 'Shop',
      ...(this.#cursor && { after: this.#cursor }),
    }
    await this.#asks(hello, (frame) => frame.t === 'ready')
  }

  /** Sends a frame and resolves with the first one that answers it. Rejects, and closes, when none comes in time. */
  #asks(frame: VisitorFrame, isAnswer: (frame: ServerFrame) => boolean): Promise<ServerFrame> {
    const socket = this.#socket
    return new Promise((resolve, reject) => {
      const end = () => {
        clearTimeout(late)
        socket?.off('close', fails)
        this.#hears = undefined
      }
      const fails = () => {
        end()
        socket?.terminate()
        reject(new Error('no answer'))
      }
      const late = setTimeout(fails, SILENCE)
      socket?.once('close', fails)
      this.#hears = (one) => {
        if (!isAnswer(one)) return
        end()
        resolve(one)
      }
      socket?.send(JSON.stringify(frame))
    })
  }

  #receive(frame: ServerFrame): void {
    if (frame.t === 'entries') {
      this.#cursor = frame.cursor
      for (const entry of frame.entries) this.entries.push(entry)
    }
    this.#hears?.(frame)
  }
}

const toLine = ({ chat, n, text }: { chat: number; n: number; text: string }) => `${chat}/${n} ${text}`

/** The messages that a visitor must have been shown, and those that their page received. */
function messagesOf(page: VisitorPage, histories: readonly History[]) {
  const stored = histories
    .filter(({ customer }) => customer === page.customer)
    .toSorted((a, b) => a.chat - b.chat)
    .flatMap(({ chat, entries }) =>
      entries.flatMap((entry) => (entry.type === 'message' ? [toLine({ ...entry, chat })] : [])),
    )
  return { stored, received: page.entries.flatMap((entry) => (entry.type === 'message' ? [toLine(entry)] : [])) }
}

/** I3 for pages: each received all messages of its chats, in their order, each once. */
export function judgePages(pages: readonly VisitorPage[], histories: readonly History[]): string[] {
  return pages.flatMap((page) => {
    const { stored, received } = messagesOf(page, histories)
    const at = Array.from({ length: Math.max(stored.length, received.length) }).findIndex(
      (_, i) => stored[i] !== received[i],
    )
    if (at < 0) return []
    return [`I3 the page of ${page.customer}, place ${at + 1}: received ${received[at]}, stored ${stored[at]}`]
  })
}

export function arePagesCaughtUp(pages: readonly VisitorPage[], histories: readonly History[]): boolean {
  return pages.every((page) => {
    const { stored, received } = messagesOf(page, histories)
    return received.length >= stored.length
  })
}
