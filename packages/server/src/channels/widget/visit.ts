import type { HelloFrame } from '@deskbell/protocol/widget/frames'
import type { Site, VisitorValues } from '../../conversation/commit/input.ts'
import type { Self } from './read.ts'
import type { Session } from './session.ts'
import { siteOf } from './site.ts'

type Page = Pick<Session, 'services' | 'hub' | 'account' | 'channelId' | 'from' | 'chats'>

/** Where on the site the visitor is, how they came there, and in which tab. */
export class Visit {
  readonly #page: Page
  /** Resolves when it is known where the visitor's address is, or that nobody knows. */
  #located: Promise<void> = Promise.resolve()
  site: Site | undefined
  /** What the page calls its tab: for counting, and for nobody else, since any page may say anything. */
  tab = ''
  /** What agents call this page. */
  handle = ''

  constructor(page: Page) {
    this.#page = page
  }

  begin(hello: HelloFrame): void {
    const { hub, account, channelId, from } = this.#page
    this.tab = hello.visit
    this.handle = hub.handleOf({ account, channelId, tab: this.tab, from })
    this.site = hub.landings.of(this.handle, siteOf(hello, from), from.address)
    this.#located = this.#locate()
  }

  /** Nobody waits for the tables of places: where they must be read first, the place comes into the site when it can. */
  async #locate(): Promise<void> {
    const { services, from } = this.#page
    const found = await services.geoip.find(from.address)
    if (this.site) this.site = { ...this.site, ...found }
  }

  /** What each commit of this page says of its visitor: where they are, and in which tab. */
  get values(): VisitorValues {
    return this.site ? { site: this.site, tab: this.tab } : {}
  }

  /** The visitor has another page before them; where a chat is open, its agent sees that. */
  async moves(page: Pick<Site, 'url' | 'title'>): Promise<void> {
    if (!this.site || (this.site.url === page.url && this.site.title === page.title)) return
    this.site = { ...this.site, ...page }
    const { services, account, channelId, chats } = this.#page
    const { key, chat } = chats
    if (chat === undefined || key === undefined) return
    // Of a page that never stands still, the agent sees the page that it stops at with the next message.
    if (!services.rates(account, 'widgetMessagesPerVisitor').take(`${channelId} ${key}`).ok) return
    await services.commit({ account, target: { channel: channelId, key }, visitor: this.values }, { unhurried: true })
  }

  /** A known visitor has come. A page that comes back after a break has been counted, and writes nothing (R12). */
  count(self: Self): void {
    if (self.tabs.includes(this.tab)) return
    const { services, account, channelId, chats } = this.#page
    const { rates, commit, log } = services
    const { key = '' } = chats
    chats.self = { ...self, visits: self.visits + 1 }
    // Of a visitor who comes and comes again, this visit is counted with their next word.
    if (!rates(account, 'widgetMessagesPerVisitor').take(`${channelId} ${key}`).ok) return
    this.#located
      .then(() => commit({ account, target: { channel: channelId, key }, visitor: this.values }, { unhurried: true }))
      .then((done) => {
        // Other tabs of theirs may have been counted with it.
        if (done.kind === 'done' && chats.self && key === chats.key)
          chats.self = { ...chats.self, visits: done.visitor.visits }
      })
      .catch((error: unknown) => log.warn({ err: error }, 'a visit could not be counted'))
  }
}
