import type { Cursor } from '@deskbell/protocol/widget/frames'
import type { News } from '../../conversation/commit/input.ts'
import { followVisitor, type Following } from './follow.ts'
import { Reach } from './reach.ts'
import type { Self } from './read.ts'
import type { Session } from './session.ts'

type Page = Pick<
  Session,
  'services' | 'hub' | 'account' | 'channelId' | 'from' | 'isOver' | 'send' | 'room' | 'shower' | 'stands'
>

/** The visitor of a page, their open chat, and the follower of their chats. */
export class VisitorChats {
  readonly #page: Page
  #following: Following | undefined
  /** The visitor is being read. */
  #becoming = false
  #missed = false
  /** The visitor's key, once the page has a secret. */
  key: string | undefined
  /** The open chat. */
  chat: number | undefined
  self: Self | undefined
  /** How often the visitor was erased while the page was open. */
  erasures = 0
  readonly reach: Reach

  constructor(page: Page) {
    this.#page = page
    this.reach = new Reach((cursor) => page.services.chatEvents.reach({ account: page.account, ...cursor }))
  }

  /** The page has identified another visitor. Events for the visitor are noted until `endIdentify`. */
  becomes(key: string | undefined): void {
    const before = { key: this.key, chat: this.chat }
    this.key = key
    this.stop()
    // Registered before the first read, so that no entry is missed that is committed during the read.
    this.#page.stands(before)
    this.#becoming = true
    this.#missed = false
  }

  became(): void {
    this.#becoming = false
    if (this.#missed && !this.#page.isOver) this.woken()
  }

  /** Sets the visitor that was read, and the cursor that the page has. */
  begin(self: Self | undefined, after: Cursor | undefined): void {
    this.self = self
    this.#stand(self?.open ?? undefined)
    this.reach.begin(after, self)
  }

  heard(news: News): void {
    if (this.#following && this.self?.number === news.visitor.number) {
      this.met(news.visitor)
      return this.#following.heard(news)
    }
    if (this.key === undefined) return
    // Entries that arrive during the read are read after it.
    if (this.#becoming) return void (this.#missed = true)
    // The visitor's first chat: the visitor has a number from now on.
    this.self = { ...EMPTY, ...this.self, number: news.visitor.number, name: news.visitor.name }
    this.#following?.stop()
    this.follow(news.visitor.number, NOTHING).heard(news)
  }

  woken(): void {
    if (this.#following) return this.#following.woken()
    const { key } = this
    if (key === undefined) return
    if (this.#becoming) return void (this.#missed = true)
    const { services, hub, account, channelId: channel } = this.#page
    // Another process has written the visitor's first chat.
    hub.selfOf({ account, channel, key }).then(
      (self) => {
        if (self && key === this.key) this.met(self)
      },
      (error: unknown) => services.log.warn({ err: error }, 'a visitor could not be read'),
    )
  }

  /** The visitor is stored now, under this number and name. */
  met({ number, name }: Pick<Self, 'number' | 'name'>): void {
    // The page has disconnected during the commit.
    if (this.#page.isOver) return
    const isNew = this.self?.number !== number
    if (isNew || this.self?.name !== name) this.self = { ...EMPTY, ...this.self, number, name }
    if (isNew && !this.#following) this.follow(number, NOTHING).woken()
  }

  /** The visitor was erased. If they write again, they are a new visitor. */
  forgotten(): void {
    this.erasures++
    this.stop()
    this.self = undefined
    this.#stand(undefined)
  }

  /** Sends the page the entries past `after`. */
  follow(visitor: number, after: Cursor): Following {
    const page = this.#page
    const { account, from } = page
    const { db, clock, log } = page.services
    this.#following = followVisitor({
      db,
      clock,
      account,
      visitor,
      asker: from.range,
      after,
      shower: () => page.shower(),
      room: () => page.room(),
      deliver: (entries, cursor) => {
        for (const { type, chat } of entries)
          this.#stand(type === 'chat.closed' ? undefined : type === 'chat.rated' ? this.chat : chat)
        if (entries.length === 0) return
        this.reach.sends([...entries, cursor])
        page.send({ t: 'entries', entries, cursor })
      },
      onError: (error) => log.warn({ err: error }, 'entries could not be sent to a visitor; the server tries again'),
    })
    return this.#following
  }

  stop(): void {
    this.#following?.stop()
    this.#following = undefined
  }

  #stand(chat: number | undefined): void {
    if (chat === this.chat) return
    const before = { key: this.key, chat: this.chat }
    this.chat = chat
    this.#page.stands(before)
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
  chats: 0,
  visits: 1,
  tabs: [],
  open: null,
  last: null,
}
