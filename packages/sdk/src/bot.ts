import type { ProviderEvent } from '@deskbell/protocol/bot/outgoing'
import { WebhookError } from './error.ts'
import { readBody, type Incoming } from './incoming.ts'
import { openLine, type ClientOptions, type Line } from './line.ts'
import { isEqual } from './signature.ts'
import { openTokens, type BotAuthorization } from './tokens.ts'
import { toObject } from './verify.ts'
import { world } from './world.ts'

/** Whom a bot writes to: the event that it answers, or what it kept of one. */
export type BotTarget = Pick<ProviderEvent, 'chat_id'> & Partial<Pick<ProviderEvent, 'client_id'>>

export interface BotAddress {
  /** Where the desk takes what bots say: `https://desk.example/bot`. */
  readonly url: string
  readonly providerId: string
  readonly token: string
  /** Where it is switched on for this bot (B15). */
  readonly authorization?: BotAuthorization
}

export interface BotSendOptions {
  /** One message of yours: sent again with the same key it is shown once (B5). Default: a new one. */
  readonly key?: string
}

/** What a bot says to the desk (B1). Each resolves when the desk has it; DeskError: it was refused, or not reached. */
export class BotClient {
  readonly #url: string
  readonly #line: Line
  readonly #tokens: ReturnType<typeof openTokens> | undefined
  readonly #now: () => number

  constructor({ url, providerId, token, authorization }: BotAddress, options: ClientOptions = {}) {
    const base = new URL(url).href.replace(/\/+$/, '')
    const door = authorization ? 'providers' : 'webhooks'
    this.#url = `${base}/${door}/${encodeURIComponent(providerId)}/${encodeURIComponent(token)}`
    this.#line = openLine(options)
    this.#now = options.now ?? world.now
    this.#tokens = authorization && openTokens(`${base}/oauth/token`, authorization, this.#line, this.#now)
  }

  text(to: BotTarget, text: string, options?: BotSendOptions): Promise<void> {
    return this.#say(to, { type: 'TEXT', text }, options)
  }

  /** Links, bold and italic. `plain` is the same without marks, for previews. */
  markdown(to: BotTarget, content: string, plain: string, options?: BotSendOptions): Promise<void> {
    return this.#say(to, { type: 'MARKDOWN', content, text: plain }, options)
  }

  /** At most three answers to choose from; the one that is chosen comes back as `button_id`: its `id`, or else its text. */
  buttons(
    to: BotTarget,
    title: string,
    buttons: readonly { readonly id?: string; readonly text: string }[],
    options?: BotSendOptions,
  ): Promise<void> {
    return this.#say(to, { type: 'BUTTONS', title, text: title, buttons }, options)
  }

  /** Calls for a person. AGENT_JOINED or AGENT_UNAVAILABLE says what came of it. */
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
      this.#line.post(this.#url, { id, client_id, chat_id, ...event }, { 'idempotency-key': id, ...headers })
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
 * The event in a request to your provider URL (B2); undefined for one that this version does not know, which is answered
 * with 200 as well. Answer within three seconds and say what the bot has to say afterwards, by BotClient. The token is
 * the last part of the path: without it anybody could speak for the desk. WebhookError: another token, or no event.
 */
export async function parseBotEvent(
  request: Incoming & { readonly url?: string | undefined },
  token: string,
): Promise<ProviderEvent | undefined> {
  const path = (request.url ?? '').split(/[?#]/)[0] ?? ''
  const last = path.slice(path.lastIndexOf('/') + 1)
  if (!isEqual(last, encodeURIComponent(token)))
    throw new WebhookError('wrong_token', 'The path ends with another token')
  const body = toObject(await readBody(request, MOST))
  if (typeof body['event'] !== 'string') throw new WebhookError('invalid_body', 'The body has no event')
  return EVENTS.includes(body['event']) ? (body as unknown as ProviderEvent) : undefined
}
