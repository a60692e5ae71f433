import { askFor } from '../../db/asker.ts'
import type { ServerFrame, VisitorFrame, VisitorRequest } from '@deskbell/protocol/widget/frames'
import { Unavailable } from '../../conversation/commit/input.ts'
import type { Services } from '../../services.ts'
import type { SessionRegistry } from './session-registry.ts'
import type { MakeParts, SessionParts } from './session-parts.ts'
import { COSTS, meter } from './meter.ts'
import type { Transport } from './transport.ts'
import { isGreeting, Queue, type Queued } from './queue.ts'
import { refusalOf, type Answer } from './requests.ts'
import type { ClientAddress } from './page-limits.ts'
import { keyOf } from './secret.ts'
import type { WidgetRecord } from './find-widget.ts'
import { pageOf } from './site.ts'
import type { ViewContext } from './to-visitor.ts'

/** Opens the session of a page: its widget, the connection to it, and where it comes from. */
export type OpenSession = (channel: WidgetRecord, transport: Transport, from: Session['from']) => Session

type Needs = Pick<Services, 'clock' | 'directory' | 'links' | 'log' | 'rates'> & {
  readonly registry: Pick<SessionRegistry, 'join' | 'leave' | 'reindex'>
  readonly answer: Answer
  readonly makeParts: MakeParts
}

/** The session of one page with the widget, over a socket or long polling. */
export class Session {
  readonly account: number
  readonly channelId: number
  readonly from: ClientAddress & { readonly userAgent: string }
  readonly since: number
  readonly chats: SessionParts['chats']
  readonly visit: SessionParts['visit']
  readonly typing: SessionParts['typing']
  readonly greeting: SessionParts['greeting']
  readonly invitation: SessionParts['invitation']
  readonly place: SessionParts['place']
  readonly rules: SessionParts['rules']
  readonly call: SessionParts['call']
  readonly #services: Needs
  readonly #transport: Transport
  readonly #queue: Queue
  readonly #joined: Promise<void>
  #over = false

  constructor(services: Needs, channel: WidgetRecord, transport: Transport, from: Session['from']) {
    this.account = channel.accountId
    this.channelId = channel.id
    this.#services = services
    this.from = from
    this.since = services.clock.now()
    this.#transport = transport
    this.#queue = new Queue((frame) =>
      askFor(from.range, async () => {
        await this.#joined
        await this.#handle(frame).catch((error: unknown) => this.#fail(frame, error))
      }),
    )
    const parts = services.makeParts(this)
    this.chats = parts.chats
    this.visit = parts.visit
    this.typing = parts.typing
    this.greeting = parts.greeting
    this.invitation = parts.invitation
    this.place = parts.place
    this.rules = parts.rules
    this.call = parts.call
    this.#joined = services.registry.join(this)
  }

  get isOver(): boolean {
    return this.#over
  }

  /** Whether the page has already sent a newer hello or identify. */
  get isReplaced(): boolean {
    return this.#queue.isReplaced
  }

  /** Queues a frame behind those before it. */
  receive(frame: VisitorFrame): void {
    if (this.#over) return
    const seconds = this.#meter(frame)
    if (seconds !== undefined) return this.#tooMuch(frame, seconds)
    // A ping is answered immediately; other frames may wait for the database.
    if (frame.t === 'ping') return this.send({ t: 'pong' })
    if (!this.#queue.put(frame)) this.#fail(frame, new Unavailable('too many frames wait', 'full'))
  }

  /** Charges the frame to the limits of the visitor, the address and the network. Undefined: allowed. */
  #meter(frame: VisitorFrame): number | undefined {
    const { t } = frame
    const secret = t === 'hello' || t === 'identify' ? frame.visitor : null
    const key = secret === null ? this.chats.key : keyOf(secret)
    const visitor = key === undefined ? undefined : `${this.channelId} ${key}`
    return meter(this.#services.rates, this.account, { ...this.from, visitor }, COSTS[t])
  }

  /** Refuses the frame. A page whose hello is refused is closed and must begin again later. */
  #tooMuch(frame: VisitorFrame, seconds: number): void {
    if (isGreeting(frame)) return this.closeWithRetry(seconds)
    if ('id' in frame) this.send({ t: 'refused', id: frame.id, ...TOO_MUCH, retryAfter: seconds })
  }

  closeWithRetry(seconds: number): void {
    this.send({ t: 'refused', ...TOO_MUCH, retryAfter: seconds })
    this.#transport.closeWithRetry(seconds)
    this.end()
  }

  send(frame: ServerFrame): void {
    if (!this.#over) this.#transport.send(frame)
  }

  /** Resolves when there is room for another page of entries. */
  room(): Promise<void> {
    return this.#transport.room()
  }

  tick(): void {
    this.#transport.tick()
  }

  /** Unread bytes count for this visitor from now on. */
  setVisitor(visitor: string | undefined): void {
    this.#transport.setVisitor(visitor)
  }

  /** The page has another visitor or another open chat. */
  reindex(before: { key: string | undefined; chat: number | undefined }): void {
    this.#services.registry.reindex(this, before)
  }

  viewContext(): ViewContext {
    const { directory, links } = this.#services
    const rating = directory.channel(this.account, this.channelId)?.widget?.rating ?? false
    return { account: this.account, directory, links, rating }
  }

  /** Ends the session: no more frames in either direction. */
  end(): void {
    if (this.#over) return
    this.#over = true
    this.greeting.end()
    this.chats.stop()
    this.typing.end()
    this.call.end()
    this.#services.registry.leave(this)
  }

  async #handle(frame: Queued): Promise<void> {
    if (this.#over) return
    switch (frame.t) {
      case 'hello':
        this.visit.begin(frame)
        this.call.carries(frame.call)
        return this.greeting.identify(frame.visitor ?? undefined, frame.after)
      case 'identify':
        return this.greeting.identify(frame.visitor)
      case 'page':
        return this.visit.setPage(pageOf(frame))
      case 'typing':
        return this.typing.onVisitorTyping(frame.text)
      case 'got':
        return this.chats.receipts.confirm(frame)
      case 'signal':
        return this.call.signal(frame)
      case 'because':
        return this.rules.answer(frame.of, frame)
      case 'message':
      case 'contact':
      case 'custom':
      case 'token':
      case 'rate':
      case 'offline':
      case 'number':
      case 'call':
      case 'callback':
      case 'hang':
        return this.send({ t: 'done', id: frame.id, ...(await this.#services.answer(this, frame)) })
      case 'history':
        // Entries are not read from the database for a page that does not read its frames.
        await this.#transport.room() // guard T46
        return this.send({ t: 'done', id: frame.id, ...(await this.#services.answer(this, frame)) })
    }
  }

  #fail(frame: VisitorFrame, error: unknown): void {
    if (this.#over) return
    const refusal = refusalOf(error)
    if (!refusal) this.#services.log.error({ err: error, frame: frame.t }, 'a visitor’s frame failed')
    const id = (frame as Partial<VisitorRequest>).id
    this.send({
      t: 'refused',
      ...(id !== undefined && { id }),
      ...(refusal ?? { code: 'unavailable', message: 'Something failed here. Try again.', retryAfter: 2 }),
    })
  }
}

const TOO_MUCH = { code: 'rate_limited', message: 'Too many requests at once.' } as const
