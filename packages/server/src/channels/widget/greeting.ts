import type { Cursor } from '@deskbell/protocol/widget/frames'
import { nameOf } from '../../conversation/commit/draft.ts'
import { SOCKETS } from './pace.ts'
import type { Self } from './read.ts'
import { refusalOf } from './requests.ts'
import { keyOf } from './secret.ts'
import type { Session } from './session.ts'
import { NOTHING } from './visitor-chats.ts'

/**
 * Within so many ms a page comes back after a break, each at a moment of its own: at once where there are few, and so
 * that no more than some 1 300 a second come where there are many (R12).
 */
const AGAIN = { least: 500, each: 0.75, most: 15_000 }

/** A store that is away is asked again after so long, each time twice as long (ms). */
const RETRY = { first: 250, most: 4000 }

type Page = Pick<
  Session,
  | 'services'
  | 'hub'
  | 'account'
  | 'channelId'
  | 'chats'
  | 'visit'
  | 'invitation'
  | 'isOver'
  | 'isReplaced'
  | 'send'
  | 'room'
  | 'belongs'
  | 'turnAway'
  | 'shower'
>

/** Says what is known of the visitor, each time that the page says who that is. */
export class Greeting {
  readonly #page: Page
  /** What the page heard last of whether an agent could answer. */
  #online: boolean | undefined
  #wake = () => {}

  constructor(page: Page) {
    this.#page = page
  }

  /** The page says who the visitor is: what they have not seen yet comes, and what will happen (T20). */
  async become(secret: string | undefined, after?: Cursor): Promise<void> {
    const { hub, account, channelId, chats } = this.#page
    const key = secret === undefined ? undefined : keyOf(secret)
    if (key !== undefined && key !== chats.key && hub.countOf(account, channelId, key) >= SOCKETS.perVisitor)
      return this.#page.turnAway(SOCKETS.again) // guard T46
    this.#page.belongs(key && nameOf(account, channelId, key))
    chats.becomes(key)
    await this.#greetPatiently(after).finally(() => chats.became())
  }

  /** Whether an agent could answer: told when it is not what the page heard last. */
  isOnline(online: boolean): void {
    if (this.#online === undefined || this.#online === online) return
    this.#online = online
    this.#page.send({ t: 'online', online })
  }

  /** The page has gone: nothing waits for the store any longer. */
  end(): void {
    this.#wake()
  }

  /** A page that comes while the store is away waits, and has its answer as soon as the store is back. */
  async #greetPatiently(after: Cursor | undefined): Promise<void> {
    for (let pause = RETRY.first; !this.#page.isOver; pause = Math.min(pause * 2, RETRY.most)) {
      try {
        return await this.#greet(after)
      } catch (error) {
        if (refusalOf(error)?.code !== 'unavailable') throw error
      }
      await this.#pause(pause)
    }
  }

  /** Resolves after so long, or when the page has gone. */
  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const cancel = this.#page.services.clock.after(ms, resolve)
      this.#wake = () => {
        cancel()
        resolve()
      }
    })
  }

  /** Says what is known of the visitor, and follows what is said to them from there. */
  async #greet(after: Cursor | undefined): Promise<void> {
    const page = this.#page
    const { hub, account, channelId, chats } = page
    const { key, erasures } = chats
    // A page that does not read what it was sent is not answered until it does.
    await page.room() // guard T46
    if (this.#isSuperseded) return
    const self = key === undefined ? undefined : await hub.selfOf({ account, channel: channelId, key })
    if (this.#isSuperseded) return
    const number = self?.number
    const newest = number === undefined || after ? undefined : await hub.newestOf(page.shower(), channelId, number)
    // What was read is gone by now.
    if (erasures !== chats.erasures) return this.#greet(undefined)
    // All that can fail is behind us: nothing of it is said twice.
    if (this.#isSuperseded) return
    chats.begin(self, after)
    if (key !== undefined) page.invitation.met()
    const cursor = after ?? newest?.cursor ?? NOTHING
    // Whoever has seen something can look back from there.
    this.#sayReady(self, cursor, newest?.more ?? after !== undefined)
    if (!self) return
    if (newest?.cursor) {
      chats.reach.sends([cursor])
      page.send({ t: 'entries', entries: newest.entries, cursor })
    }
    chats.follow(self.number, cursor).woken()
    page.visit.count(self)
  }

  #sayReady(self: Self | undefined, cursor: Cursor, more: boolean): void {
    const { services, hub, account, channelId } = this.#page
    const channel = services.directory.channel(account, channelId)
    this.#online = channel !== undefined && services.availability.status(channel)
    this.#page.send({
      t: 'ready',
      online: this.#online,
      number: self?.number ?? null,
      contact: contactOf(self),
      met: self !== undefined && self.chats > 0,
      cursor: cursor.chat === 0 ? null : cursor,
      more,
      again: Math.min(AGAIN.most, AGAIN.least + Math.round(hub.sessions.size * AGAIN.each)),
    })
  }

  /** The page has gone, or asks anew already: what is being answered needs no answer. */
  get #isSuperseded(): boolean {
    if (this.#page.isReplaced) return true // guard T46
    return this.#page.isOver
  }
}

function contactOf(self: Self | undefined) {
  const { name, email, phone, description } = self ?? {}
  return {
    ...(name && { name }),
    ...(email && { email }),
    ...(phone && { phone }),
    ...(description && { description }),
  }
}
