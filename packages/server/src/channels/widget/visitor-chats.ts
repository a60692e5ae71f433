import type { Cursor, VisitorEntry } from '@deskbell/protocol/widget/frames'
import { asksToLeave } from '@deskbell/rules'
import type { ChangedChat } from '../../conversation/commit/input.ts'
import { followVisitor, type Follower } from './follow.ts'
import { Receipts } from './receipts.ts'
import type { RatingShown } from './rating-shown.ts'
import type { StoredVisitor } from './read.ts'
import type { Services } from '../../services.ts'
import type { Session } from './session.ts'
import type { SessionRegistry } from './session-registry.ts'

type Needs = Pick<Services, 'chatEvents' | 'clock' | 'db' | 'log'> & {
  readonly registry: Pick<SessionRegistry, 'findVisitor'>
  readonly ratingShown: RatingShown
}

type Page = Pick<
  Session,
  'account' | 'channelId' | 'from' | 'greeting' | 'isOver' | 'send' | 'room' | 'viewContext' | 'reindex'
>

/** The visitor of a page, their open chat, and the follower of their chats. */
export class VisitorChats {
  readonly #page: Page
  readonly #services: Needs
  #follower: Follower | undefined
  /** The visitor is being read. */
  #becoming = false
  #missed = false
  /** The visitor's key, once the page has a secret. */
  key: string | undefined
  /** The open chat. */
  chat: number | undefined
  stored: StoredVisitor | undefined
  /** How often the visitor was erased while the page was open. */
  erasures = 0
  readonly receipts: Receipts

  constructor(page: Page, services: Needs) {
    this.#page = page
    this.#services = services
    this.receipts = new Receipts((cursor) => services.chatEvents.receipt({ account: page.account, ...cursor }))
  }

  /** The page has identified another visitor. Events for the visitor are noted until `endIdentify`. */
  beginIdentify(key: string | undefined): void {
    const before = { key: this.key, chat: this.chat }
    this.key = key
    this.stop()
    // Registered before the first read, so that no entry is missed that is committed during the read.
    this.#page.reindex(before)
    this.#becoming = true
    this.#missed = false
  }

  endIdentify(): void {
    this.#becoming = false
    if (this.#missed && !this.#page.isOver) this.wake()
  }

  /** Sets the visitor that was read, and the cursor that the page has. */
  begin(stored: StoredVisitor | undefined, after: Cursor | undefined): void {
    this.stored = stored
    this.#setChat(stored?.open ?? undefined)
    this.receipts.begin(after, stored)
  }

  onNews(news: ChangedChat): void {
    if (this.#follower && this.stored?.number === news.visitor.number) {
      this.setStored(news.visitor)
      return this.#follower.onNews(news)
    }
    if (this.key === undefined) return
    // Entries that arrive during the read are read after it.
    if (this.#becoming) return void (this.#missed = true)
    // The visitor's first chat: the visitor has a number from now on.
    const { number, name, email, phone } = news.visitor
    this.stored = { ...EMPTY, ...this.stored, number, name, email, phone }
    this.#follower?.stop()
    this.follow(number, NOTHING).onNews(news)
  }

  wake(): void {
    if (this.#follower) return this.#follower.wake()
    const { key } = this
    if (key === undefined) return
    if (this.#becoming) return void (this.#missed = true)
    const { account, channelId: channel } = this.#page
    const { log, registry } = this.#services
    // Another process has written the visitor's first chat.
    registry.findVisitor({ account, channel, key }).then(
      (stored) => {
        if (stored && key === this.key) this.setStored(stored)
      },
      (error: unknown) => log.warn({ err: error }, 'a visitor could not be read'),
    )
  }

  /** The visitor is stored now, with this number and these contact details. */
  setStored({ number, name, email, phone }: Pick<StoredVisitor, 'number' | 'name' | 'email' | 'phone'>): void {
    // The page has disconnected during the commit.
    if (this.#page.isOver) return
    const isNew = this.stored?.number !== number
    const { stored } = this
    if (isNew || stored?.name !== name || stored.email !== email || stored.phone !== phone)
      this.stored = { ...EMPTY, ...stored, number, name, email, phone }
    if (isNew && !this.#follower) this.follow(number, NOTHING).wake()
  }

  /** The visitor was erased. If they write again, they are a new visitor. */
  onErased(): void {
    this.erasures++
    this.stop()
    this.stored = undefined
    this.#setChat(undefined)
  }

  /** Sends the page the entries past `after`. */
  follow(visitor: number, after: Cursor): Follower {
    const page = this.#page
    const { account, from } = page
    const { db, clock, log } = this.#services
    this.#follower = followVisitor({
      db,
      clock,
      account,
      visitor,
      asker: from.range,
      after,
      viewContext: () => page.viewContext(),
      room: () => page.room(),
      deliver: (entries, cursor, log) => {
        for (const { type, chat } of entries)
          this.#setChat(type === 'chat.closed' ? undefined : type === 'chat.rated' ? this.chat : chat)
        if (entries.length > 0) {
          this.receipts.addSent([...entries, cursor])
          this.send(entries, cursor)
        }
        if (log.map(({ entry }) => asksToLeave(entry)).findLast((asks) => asks !== undefined))
          page.greeting.askToLeave()
      },
      onError: (error) => log.warn({ err: error }, 'entries could not be sent to a visitor; the server tries again'),
    })
    return this.#follower
  }

  /** Sends the page entries up to the cursor. */
  send(entries: VisitorEntry[], cursor: Cursor): void {
    this.#page.send({ t: 'entries', entries, cursor })
    this.#services.ratingShown(this.#page.account, entries)
  }

  stop(): void {
    this.#follower?.stop()
    this.#follower = undefined
  }

  #setChat(chat: number | undefined): void {
    if (chat === this.chat) return
    const before = { key: this.key, chat: this.chat }
    this.chat = chat
    this.#page.reindex(before)
  }
}

/** The cursor before the first entry. */
export const NOTHING: Cursor = { chat: 0, n: 0 }
const EMPTY = {
  name: null,
  email: null,
  phone: null,
  description: null,
  custom_data: null,
  user_token: null,
  given: null,
  chats: 0,
  visits: 1,
  tabs: [],
  open: null,
  last: null,
  asked: null,
}
