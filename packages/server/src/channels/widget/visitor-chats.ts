import type { Cursor } from '@deskbell/protocol/widget/frames'
import type { ChangedChat } from '../../conversation/commit/input.ts'
import { followVisitor, type Following } from './follow.ts'
import { Reach } from './reach.ts'
import type { Self } from './read.ts'
import type { Session } from './session.ts'

type Page = Pick<
  Session,
  'services' | 'hub' | 'account' | 'channelId' | 'from' | 'isOver' | 'send' | 'room' | 'shower' | 'stands'
>

/** Who the visitor of a page is, which chat of theirs is open, and what is said in it, chat after chat. */
export class VisitorChats {
  readonly #page: Page
  #following: Following | undefined
  /** It is being read who the visitor is. */
  #becoming = false
  #missed = false
  /** Of the visitor, once the page has a secret. */
  key: string | undefined
  /** The chat that is open: typing goes there, and comes from there. */
  chat: number | undefined
  self: Self | undefined
  /** How often the visitor was erased while the page was open. */
  erasures = 0
  readonly reach: Reach

  constructor(page: Page) {
    this.#page = page
    this.reach = new Reach((cursor) => page.services.chatEvents.receipt({ account: page.account, ...cursor }))
  }

  /** The page is that of another visitor now. What happens to them from here on is noted, until `became`. */
  becomes(key: string | undefined): void {
    const before = { key: this.key, chat: this.chat }
    this.key = key
    this.stop()
    // Armed before the first read, so that what is committed meanwhile is not lost.
    this.#page.stands(before)
    this.#becoming = true
    this.#missed = false
  }

  became(): void {
    this.#becoming = false
    if (this.#missed && !this.#page.isOver) this.woken()
  }

  /** What was read of the visitor, and what the page has of their chats. */
  begin(self: Self | undefined, after: Cursor | undefined): void {
    this.self = self
    this.#stand(self?.open ?? undefined)
    this.reach.begin(after, self)
  }

  heard(news: ChangedChat): void {
    if (this.#following && this.self?.number === news.visitor.number) {
      this.met(news.visitor)
      return this.#following.heard(news)
    }
    if (this.key === undefined) return
    // What comes while it is being read who the visitor is, is read behind it.
    if (this.#becoming) return void (this.#missed = true)
    // The visitor's first chat: with it they have a number, and something to follow.
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
    // Another process has given the visitor their first chat.
    hub.selfOf({ account, channel, key }).then(
      (self) => {
        if (self && key === this.key) this.met(self)
      },
      (error: unknown) => services.log.warn({ err: error }, 'a visitor could not be told'),
    )
  }

  /** The store knows the visitor now, by this name. */
  met({ number, name }: Pick<Self, 'number' | 'name'>): void {
    // What was being committed when the page left: there is nobody to tell.
    if (this.#page.isOver) return
    const isNew = this.self?.number !== number
    if (isNew || this.self?.name !== name) this.self = { ...EMPTY, ...this.self, number, name }
    if (isNew && !this.#following) this.follow(number, NOTHING).woken()
  }

  /** What was known of the visitor is erased. Should they write again, they are somebody new. */
  forgotten(): void {
    this.erasures++
    this.stop()
    this.self = undefined
    this.#stand(undefined)
  }

  /** Hands the page what is said to the visitor past `after`. */
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
      onError: (error) => log.warn({ err: error }, 'a visitor could not be told'),
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

/** Before the first entry. */
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
