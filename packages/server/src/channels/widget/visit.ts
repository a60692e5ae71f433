import type { HelloFrame } from '@deskbell/protocol/widget/frames'
import type { Site, VisitorValues } from '../../conversation/commit/input.ts'
import type { StoredVisitor } from './read.ts'
import type { Services } from '../../services.ts'
import type { MarkInstalled } from './installed.ts'
import type { Session } from './session.ts'
import type { SessionRegistry } from './session-registry.ts'
import { siteOf } from './site.ts'

type Needs = Pick<Services, 'commit' | 'geoip' | 'log' | 'rates'> & {
  readonly markInstalled: MarkInstalled
  readonly registry: Pick<SessionRegistry, 'handleOf' | 'landingPages'>
}

type Page = Pick<Session, 'account' | 'channelId' | 'from' | 'chats'>

/** The visitor's current page, referrer, campaign and tab. */
export class Visit {
  readonly #page: Page
  readonly #services: Needs
  /** Resolves when the location of the visitor's address is known, or is found to be unknown. */
  #located: Promise<void> = Promise.resolve()
  site: Site | undefined
  /** The page's own id of its tab. Used only to count visits, since a page can send any id. */
  tab = ''
  /** The id by which agents refer to this page. */
  handle = ''

  constructor(page: Page, services: Needs) {
    this.#page = page
    this.#services = services
  }

  begin(hello: HelloFrame): void {
    const { account, channelId, from } = this.#page
    const { registry, markInstalled } = this.#services
    this.tab = hello.visit
    this.handle = registry.handleOf({ account, channelId, tab: this.tab, from })
    this.site = registry.landingPages.of(this.handle, siteOf(hello, from), from.address)
    this.#located = this.#locate()
    markInstalled(account, channelId, this.site.url)
  }

  /** Adds the location when it is known. The session does not wait for the GeoIP tables. */
  async #locate(): Promise<void> {
    const found = await this.#services.geoip.find(this.#page.from.address)
    if (this.site) this.site = { ...this.site, ...found }
  }

  /** The visitor values that each commit of this page writes. */
  get values(): VisitorValues {
    return this.site ? { site: this.site, tab: this.tab } : {}
  }

  /** The visitor has moved to another page. With an open chat, it is committed, so that the agent sees it. */
  async setPage(page: Pick<Site, 'url' | 'title'>): Promise<void> {
    if (!this.site || (this.site.url === page.url && this.site.title === page.title)) return
    this.site = { ...this.site, ...page }
    const { account, channelId, chats } = this.#page
    const { commit, rates } = this.#services
    const { key, chat } = chats
    if (chat === undefined || key === undefined) return
    // Over the rate limit, the agent gets the current page with the visitor's next message.
    if (!rates(account, 'widgetMessagesPerVisitor').take(`${channelId} ${key}`).ok) return
    await commit({ account, target: { channel: channelId, key }, visitor: this.values }, { unhurried: true })
  }

  /** Counts the visit of a known visitor. A reconnecting page is already counted and writes nothing (R12). */
  count(stored: StoredVisitor): void {
    if (stored.tabs.includes(this.tab)) return
    const { account, channelId, chats } = this.#page
    const { rates, commit, log } = this.#services
    const { key = '' } = chats
    chats.stored = { ...stored, visits: stored.visits + 1 }
    // Over the rate limit, the visit is counted with the visitor's next message.
    if (!rates(account, 'widgetMessagesPerVisitor').take(`${channelId} ${key}`).ok) return
    this.#located
      .then(() => commit({ account, target: { channel: channelId, key }, visitor: this.values }, { unhurried: true }))
      .then((done) => {
        // The commit may have counted other tabs of the visitor too.
        if (done.kind === 'done' && chats.stored && key === chats.key)
          chats.stored = { ...chats.stored, visits: done.visitor.visits }
      })
      .catch((error: unknown) => log.warn({ err: error }, 'a visit could not be counted'))
  }
}
