import type { ProviderEvent } from '@deskbell/protocol/bot/outgoing'
import { WebhookError } from './error.ts'
import { readBody, type Incoming } from './incoming.ts'
import { openHttpClient, type ClientOptions, type HttpClient } from './http-client.ts'
import { isEqual } from './signature.ts'
import { openTokens, type BotAuthorization } from './tokens.ts'
import { toObject } from './verify.ts'
import { defaultRuntime } from './runtime.ts'

/** The chat that a bot writes to: the event that it answers, or the ids that it stored from one. */
export type BotTarget = Pick<ProviderEvent, 'chat_id'> & Partial<Pick<ProviderEvent, 'client_id'>>

export interface BotAddress {
  /** Base address of the server's bot interface: `https://desk.example/bot`. */
  readonly url: string
  readonly providerId: string
  readonly token: string
  /** Required where authorization is switched on for this bot (B15). */
  readonly authorization?: BotAuthorization
}

export interface BotSendOptions {
  /** Identifies one message: sent again with the same key it is shown once (B5). Default: a new key. */
  readonly key?: string
}

/**
 * Sends a bot's messages (B1). Each promise resolves when the server has stored the message; DeskError: it was refused,
 * or the server was not reached.
 */
export class BotClient {
  readonly #url: string
  readonly #http: HttpClient
  readonly #tokens: ReturnType<typeof openTokens> | undefined
  readonly #now: () => number

  constructor({ url, providerId, token, authorization }: BotAddress, options: ClientOptions = {}) {
    const base = new URL(url).href.replace(/\/+$/, '')
    const path = authorization ? 'providers' : 'webhooks'
    this.#url = `${base}/${path}/${encodeURIComponent(providerId)}/${encodeURIComponent(token)}`
    this.#http = openHttpClient(options)
    this.#now = options.now ?? defaultRuntime.now
    this.#tokens = authorization && openTokens(`${base}/oauth/token`, authorization, this.#http, this.#now)
  }

  text(to: BotTarget, text: string, options?: BotSendOptions): Promise<void> {
    return this.#say(to, { type: 'TEXT', text }, options)
  }

  /** Links, bold and italic. `plain` is the same text without markup, for previews. */
  markdown(to: BotTarget, content: string, plain: string, options?: BotSendOptions): Promise<void> {
    return this.#say(to, { type: 'MARKDOWN', content, text: plain }, options)
  }

  /** At most three buttons. The chosen one comes back as `button_id`: its `id`, or else its text. */
  buttons(
    to: BotTarget,
    title: string,
    buttons: readonly { readonly id?: string; readonly text: string }[],
    options?: BotSendOptions,
  ): Promise<void> {
    return this.#say(to, { type: 'BUTTONS', title, text: title, buttons }, options)
  }

  /** Invites an agent. AGENT_JOINED or AGENT_UNAVAILABLE reports the result. */
  inviteAgent(to: BotTarget, options?: BotSendOptions): Promise<void> {
    return this.#post(to, { event: 'INVITE_AGENT' }, options)
  }

  #say(to: BotTarget, message: object, options?: BotSendOptions): Promise<void> {
    const timestamp = Math.floor(this.#now() / 1000)
    return this.#post(to, { event: 'BOT_MESSAGE', message: { ...message, timestamp } }, options)
  }

  async #post({ chat_id, client_id }: BotTarget, event: object, { key }: BotSendOptions = {}): Promise<void> {
    const id = key ?? crypto.randomUUID()
    const post = (headers: Record<string, string> = {}) =>
      this.#http.post(this.#url, { id, client_id, chat_id, ...event }, { 'idempotency-key': id, ...headers })
    await (this.#tokens ? this.#tokens.use((token) => post({ authorization: `Bearer ${token}` })) : post())
  }
}

const MOST = 1024 * 1024
const EVENTS: readonly string[] = [
  'CLIENT_MESSAGE',
  'AGENT_JOINED',
  'AGENT_UNAVAILABLE',
] satisfies ProviderEvent['event'][]

/**
 * Parses the event in a request to your provider URL (B2). Undefined for an event that this version does not know;
 * answer it with 200 as well. Answer within three seconds, and send the bot's messages afterwards with BotClient. The
 * token is the last part of the path: without it, other callers could send events in the server's name. WebhookError:
 * wrong token, or no event.
 */
export async function parseBotEvent(
  request: Incoming & { readonly url?: string | undefined },
  token: string,
): Promise<ProviderEvent | undefined> {
  const path = (request.url ?? '').split(/[?#]/)[0] ?? ''
  const last = path.slice(path.lastIndexOf('/') + 1)
  if (!isEqual(last, encodeURIComponent(token)))
    throw new WebhookError('wrong_token', 'The path does not end with the token')
  const body = toObject(await readBody(request, MOST))
  if (typeof body['event'] !== 'string') throw new WebhookError('invalid_body', 'The body has no event')
  return EVENTS.includes(body['event']) ? (body as unknown as ProviderEvent) : undefined
}
