import type { Cursor } from '@deskbell/protocol/widget/frames'
import { conversationKey } from '../../conversation/commit/draft.ts'
import type { CallsPossible, VisitorCalls } from '../../realtime/visitor-calls.ts'
import { SOCKETS } from './pace.ts'
import type { StoredVisitor } from './read.ts'
import { refusalOf } from './requests.ts'
import { keyOf } from './secret.ts'
import type { ChannelRecord } from '../../settings/directory.ts'
import type { Services } from '../../services.ts'
import type { Session } from './session.ts'
import type { SessionRegistry } from './session-registry.ts'
import { NOTHING } from './visitor-chats.ts'

/**
 * Pages reconnect at a random moment within this time (ms). It grows with the number of pages, so that at most about
 * 1 300 a second reconnect (R12).
 */
const AGAIN = { least: 500, each: 0.75, most: 15_000 }

/** The first and the longest wait before another read of an unavailable database; each wait is twice as long (ms). */
const RETRY = { first: 250, most: 4000 }

type Needs = Pick<Services, 'availability' | 'clock' | 'directory'> & {
  readonly visitorCalls: () => VisitorCalls
  readonly registry: Pick<SessionRegistry, 'countOf' | 'findVisitor' | 'newestOf' | 'sessions'>
}

type Page = Pick<
  Session,
  | 'account'
  | 'channelId'
  | 'chats'
  | 'visit'
  | 'invitation'
  | 'place'
  | 'call'
  | 'isOver'
  | 'isReplaced'
  | 'send'
  | 'room'
  | 'setVisitor'
  | 'closeWithRetry'
  | 'viewContext'
>

/** Answers `hello` and `identify`: sends what is known of the visitor, and follows their chats. */
export class Greeting {
  readonly #page: Page
  readonly #services: Needs
  /** The availability that was sent to the page last. */
  #online: boolean | undefined
  #calls: CallsOf = NO_CALLS
  #wake = () => {}

  constructor(page: Page, services: Needs) {
    this.#page = page
    this.#services = services
  }

  /** The page has identified its visitor: sends the entries it lacks, and follows from there (T20). */
  async identify(secret: string | undefined, after?: Cursor): Promise<void> {
    const { account, channelId, chats } = this.#page
    const { registry } = this.#services
    const key = secret === undefined ? undefined : keyOf(secret)
    if (key !== undefined && key !== chats.key && registry.countOf(account, channelId, key) >= SOCKETS.perVisitor)
      return this.#page.closeWithRetry(SOCKETS.again) // guard T46
    this.#page.setVisitor(key && conversationKey(account, channelId, key))
    chats.beginIdentify(key)
    await this.#greetWithRetry(after).finally(() => chats.endIdentify())
  }

  /** Sends a change of availability. */
  setOnline(online: boolean, calls: CallsOf): void {
    const { page, callback } = this.#calls
    const isSame = this.#online === online && page === calls.page && callback === calls.callback
    if (this.#online === undefined || isSame) return
    this.#online = online
    this.#calls = calls
    this.#page.send({ t: 'online', online, ...callsIn(calls) })
  }

  /** No agent has come to the visitor's chat: the page shows the form for messages without an agent. */
  askToLeave(): void {
    this.#page.send({ t: 'online', online: this.#online ?? false, ...callsIn(this.#calls), form: true })
  }

  /** The page has disconnected: stops retries. */
  end(): void {
    this.#wake()
  }

  /** While the database is unavailable, retries until the page disconnects. */
  async #greetWithRetry(after: Cursor | undefined): Promise<void> {
    for (let pause = RETRY.first; !this.#page.isOver; pause = Math.min(pause * 2, RETRY.most)) {
      try {
        return await this.#greet(after)
      } catch (error) {
        if (refusalOf(error)?.code !== 'unavailable') throw error
      }
      await this.#pause(pause)
    }
  }

  /** Resolves after `ms`, or when the page has disconnected. */
  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const cancel = this.#services.clock.after(ms, resolve)
      this.#wake = () => {
        cancel()
        resolve()
      }
    })
  }

  /** Sends what is known of the visitor and follows their chats from there. */
  async #greet(after: Cursor | undefined): Promise<void> {
    const page = this.#page
    const { account, channelId, chats } = page
    const { registry } = this.#services
    const { key, erasures } = chats
    // A page that does not read its frames gets no further answer until it does.
    await page.room() // guard T46
    if (this.#isSuperseded) return
    const stored = key === undefined ? undefined : await registry.findVisitor({ account, channel: channelId, key })
    if (this.#isSuperseded) return
    const number = stored?.number
    const newest =
      number === undefined || after ? undefined : await registry.newestOf(page.viewContext(), channelId, number)
    // The visitor was erased during the read.
    if (erasures !== chats.erasures) return this.#greet(undefined)
    // Nothing below can fail, so no frame is sent twice.
    if (this.#isSuperseded) return
    chats.begin(stored, after)
    if (key !== undefined) page.invitation.onSecret()
    const cursor = after ?? newest?.cursor ?? NOTHING
    // A page with a cursor can request earlier entries.
    this.#sendReady(stored, cursor, newest?.more ?? after !== undefined)
    page.place.begin()
    if (!stored) return
    void page.call.begin(stored.number)
    if (newest?.cursor) {
      chats.receipts.addSent([cursor])
      chats.send(newest.entries, cursor)
    }
    chats.follow(stored.number, cursor).wake()
    page.visit.count(stored)
  }

  #sendReady(stored: StoredVisitor | undefined, cursor: Cursor, more: boolean): void {
    const { availability, directory, registry } = this.#services
    const { account, channelId } = this.#page
    const channel = directory.channel(account, channelId)
    this.#online = channel !== undefined && availability.status(channel)
    this.#calls = callsOf(channel, this.#services.visitorCalls())
    this.#page.send({
      t: 'ready',
      online: this.#online,
      ...callsIn(this.#calls),
      ...(stored?.asked && { form: true as const }),
      number: stored?.number ?? null,
      contact: contactOf(stored),
      met: stored !== undefined && stored.chats > 0,
      cursor: cursor.chat === 0 ? null : cursor,
      more,
      again: Math.min(AGAIN.most, AGAIN.least + Math.round(registry.sessions.size * AGAIN.each)),
    })
  }

  /** Whether the page has disconnected, or has already sent a newer `hello` or `identify`. */
  get #isSuperseded(): boolean {
    if (this.#page.isReplaced) return true // guard T46
    return this.#page.isOver
  }
}

/** Whether the visitors of a channel can call: from the page, and at their number. */
export interface CallsOf {
  readonly page: CallsPossible
  readonly callback: CallsPossible
}
const NO_CALLS: CallsOf = { page: 'off', callback: 'off' }

export const callsOf = (channel: ChannelRecord | undefined, calls: VisitorCalls): CallsOf =>
  channel ? { page: calls.possible(channel), callback: calls.callback(channel) } : NO_CALLS

const callsIn = ({ page, callback }: CallsOf) => ({
  ...(page !== 'off' && { calls: page }),
  ...(callback !== 'off' && { callback }),
})

/** What the visitor said of themselves, never what an agent entered instead. */
function contactOf(stored: StoredVisitor | undefined) {
  const { name, email, phone, description } = { ...stored, ...stored?.given }
  return {
    ...(name && { name }),
    ...(email && { email }),
    ...(phone && { phone }),
    ...(description && { description }),
  }
}
