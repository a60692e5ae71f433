import type { CustomerAnswer, CustomerMessage, CustomerTyping } from '@deskbell/protocol/channel/shapes'
import type { FileType } from '@deskbell/protocol/channel/media'
import { toFault, toObject, toProblem } from './answer.ts'
import { DeskError } from './error.ts'
import { openHttpClient, type ClientOptions, type HttpClient } from './http-client.ts'

/** The visitor: `id` is yours and the same in every message; name, phone or e-mail may be added at any time. */
export type Sender = CustomerMessage['sender']

type Fields = Omit<CustomerMessage['message'], 'type' | 'file' | 'latitude' | 'longitude'>
/** A file by its http(s) address, or a location; `text` is a caption. */
export type CustomerMedia =
  | (Fields & { readonly type: FileType; readonly file: string })
  | (Fields & { readonly type: 'location'; readonly latitude: number; readonly longitude: number })

export interface SendOptions {
  /**
   * Identifies one message for 24 hours: sent again with the same key, after a crash or by a repeating queue, it is
   * shown once (A13). Default: a new key.
   */
  readonly key?: string
  /** Your identifier of the message; used in logs only. */
  readonly id?: string
}

const STATUS: Partial<Record<string, 'online' | 'offline'>> = { 1: 'online', 0: 'offline' }

/** Connects your front end to the server, by the address of a channel (A1, A2). The address is a secret. */
export class ChannelClient {
  readonly #url: string
  readonly #http: HttpClient

  constructor(url: string, options: ClientOptions = {}) {
    this.#url = new URL(url).href.replace(/\/+$/, '')
    this.#http = openHttpClient(options)
  }

  /** Whether an agent is available. DeskError: the server did not answer. */
  async status(): Promise<'online' | 'offline'> {
    const response = await this.#http.ask(`${this.#url}/status`, { method: 'GET' }).catch(toFault)
    if (response instanceof DeskError) throw response
    const text = await response.text().catch(toFault)
    if (text instanceof DeskError) throw text
    const said = response.ok ? STATUS[text.trim()] : undefined
    if (said === undefined) throw toProblem(response.status, toObject(text))
    return said
  }

  /**
   * Resolves when the server has stored the message. DeskError: the server refused it, or was not reached by any
   * attempt; in the latter case send it again later with the same key. Of more than 1000 characters the server keeps
   * the first, and answers with `cut`.
   */
  sendText(sender: Sender, text: string, options?: SendOptions): Promise<CustomerAnswer> {
    return this.#send(sender, { type: 'text', text }, options)
  }

  /** Sends a file or a location. The server fetches the file from its address. */
  sendMedia(sender: Sender, media: CustomerMedia, options?: SendOptions): Promise<CustomerAnswer> {
    return this.#send(sender, media, options)
  }

  /** Shows that the visitor types: one attempt, never an error. The server shows it for ten seconds. */
  async typing(senderId: Sender['id'], on: boolean): Promise<void> {
    const body: CustomerTyping = { sender: { id: senderId }, message: { type: on ? 'typein' : 'typeout' } }
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
    await this.#http.ask(this.#url, init).catch(() => undefined)
  }

  #send(sender: Sender, message: CustomerMessage['message'], { key, id }: SendOptions = {}): Promise<CustomerAnswer> {
    const body: CustomerMessage = { sender, message: { ...message, ...(id !== undefined && { id }) } }
    return this.#http.post(this.#url, body, { 'idempotency-key': key ?? crypto.randomUUID() })
  }
}
