import type { CustomerAnswer, CustomerMessage, CustomerTyping } from '@deskbell/protocol/channel/shapes'
import type { FileType } from '@deskbell/protocol/channel/media'
import { toFault, toObject, toProblem } from './answer.ts'
import { DeskError } from './error.ts'
import { openLine, type ClientOptions, type Line } from './line.ts'

/** The customer: `id` is yours, the same in every message; a name, phone or e-mail may be added at any time. */
export type Sender = CustomerMessage['sender']

type Fields = Omit<CustomerMessage['message'], 'type' | 'file' | 'latitude' | 'longitude'>
/** A file by its http(s) address, or a place on the map; `text` is a caption. */
export type CustomerMedia =
  | (Fields & { readonly type: FileType; readonly file: string })
  | (Fields & { readonly type: 'location'; readonly latitude: number; readonly longitude: number })

export interface SendOptions {
  /**
   * One message of yours, for 24 hours: sent again with the same key, after your process died or your queue repeats,
   * it is shown once (A13). Default: a new one.
   */
  readonly key?: string
  /** Your identifier of the message; for logs only. */
  readonly id?: string
}

const STATUS: Partial<Record<string, 'online' | 'offline'>> = { 1: 'online', 0: 'offline' }

/** The way from your chat window to the desk, by the address of a channel (A1, A2). The address is a secret. */
export class ChannelClient {
  readonly #url: string
  readonly #line: Line

  constructor(url: string, options: ClientOptions = {}) {
    this.#url = new URL(url).href.replace(/\/+$/, '')
    this.#line = openLine(options)
  }

  /** Whether an agent is there to answer. DeskError: the desk does not say. */
  async status(): Promise<'online' | 'offline'> {
    const response = await this.#line.ask(`${this.#url}/status`, { method: 'GET' }).catch(toFault)
    if (response instanceof DeskError) throw response
    const text = await response.text().catch(toFault)
    if (text instanceof DeskError) throw text
    const said = response.ok ? STATUS[text.trim()] : undefined
    if (said === undefined) throw toProblem(response.status, toObject(text))
    return said
  }

  /**
   * Resolves when the desk has it on its disk. DeskError: it has not, and will not take it as it is, or could not be
   * reached by any attempt; then send it again later with the same key. Of more than 1000 characters the desk keeps the
   * first, and says `cut`.
   */
  sendText(sender: Sender, text: string, options?: SendOptions): Promise<CustomerAnswer> {
    return this.#send(sender, { type: 'text', text }, options)
  }

  /** The same for a file or a place. The desk fetches the file itself, from its address. */
  sendMedia(sender: Sender, media: CustomerMedia, options?: SendOptions): Promise<CustomerAnswer> {
    return this.#send(sender, media, options)
  }

  /** A sign and nothing more: one attempt, never an error. It holds ten seconds at the desk. */
  async typing(senderId: Sender['id'], on: boolean): Promise<void> {
    const body: CustomerTyping = { sender: { id: senderId }, message: { type: on ? 'typein' : 'typeout' } }
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
    await this.#line.ask(this.#url, init).catch(() => undefined)
  }

  #send(sender: Sender, message: CustomerMessage['message'], { key, id }: SendOptions = {}): Promise<CustomerAnswer> {
    const body: CustomerMessage = { sender, message: { ...message, ...(id !== undefined && { id }) } }
    return this.#line.post(this.#url, body, { 'idempotency-key': key ?? crypto.randomUUID() })
  }
}
