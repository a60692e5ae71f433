import { askFor } from '../../db/asker.ts'
import type { Cursor, DeskFrame, HelloFrame, VisitorFrame, VisitorRequest } from '@deskbell/protocol/widget/frames'
import type { Person } from '@deskbell/rules'
import { nameOf } from '../../conversation/commit/draft.ts'
import { Unavailable, type News, type Site, type VisitorValues } from '../../conversation/commit/input.ts'
import type { WidgetServices, WidgetRecord } from './services.ts'
import { followVisitor, type Following } from './follow.ts'
import type { Hub } from './hub.ts'
import { COSTS, meter } from './meter.ts'
import { SOCKETS } from './pace.ts'
import { isGreeting, Queue, type Queued } from './queue.ts'
import type { ClientAddress } from './seats.ts'
import { pageOf, siteOf } from './site.ts'
import { toAgentView, type Shower } from './to-visitor.ts'
import type { Self } from './read.ts'
import { Reach } from './reach.ts'
import { answer, refusalOf } from './requests.ts'
import { makeRuleQuestion, type RuleQuestion } from './rule-question.ts'
import { keyOf } from './secret.ts'

/**
 * Within so many ms a page comes back after a break, each at a moment of its own: at once where there are few, and so
 * that no more than some 1 300 a second come where there are many (R12).
 */
const AGAIN = { least: 500, each: 0.75, most: 15_000 }

/** A store that is away is asked again after so long, each time twice as long (ms). */
const RETRY = { first: 250, most: 4000 }

/** How long a page may take to make a secret (ms). */
const MEET_WITHIN = 4000

/** The page has gone, or does not answer. */
export class Gone extends Error {}

/** What carries frames to one page. */
export interface Pipe {
  send(frame: DeskFrame): void
  /** Resolves when there is room for more. */
  room(): Promise<void>
  tick(): void
  /** What waits unread counts for this visitor now. */
  belongs(visitor: string | undefined): void
  /** Ends, and says that the page is not to come back at once. */
  turnAway(seconds: number): void
}

/** One page with the widget in it, from the first frame to the last, whatever carries them. */
export class Session {
  readonly account: number
  readonly channelId: number
  readonly #services: WidgetServices
  readonly #hub: Hub
  readonly #pipe: Pipe
  readonly #from: ClientAddress & { readonly userAgent: string }
  readonly #queue: Queue
  #following: Following | undefined
  #over = false
  /** What the page said last of typing was that something is typed. */
  #typing = false
  /** It is being read who the visitor is. */
  #becoming = false
  #missed = false
  #online: boolean | undefined
  /** How often the visitor was erased while the page was open. */
  #erasures = 0
  #met = () => {}
  #meeting: Promise<void> | undefined
  #wake = () => {}
  /** Resolves when it is known where the visitor's address is, or that nobody knows. */
  #located: Promise<void> = Promise.resolve()
  /** Of the visitor, once the page has a secret. */
  key: string | undefined
  /** The chat that is open. */
  chat: number | undefined
  self: Self | undefined
  site: Site | undefined
  /** What the page calls its tab: for counting, and for nobody else, since any page may say anything. */
  tab = ''
  /** What agents call this page. */
  handle = ''
  readonly since: number
  readonly rules: RuleQuestion
  readonly reach: Reach

  constructor(services: WidgetServices, hub: Hub, channel: WidgetRecord, pipe: Pipe, from: Session['from']) {
    this.#services = services
    this.#hub = hub
    this.#pipe = pipe
    this.#from = from
    this.account = channel.accountId
    this.channelId = channel.id
    this.#queue = new Queue((frame) =>
      askFor(from.range, () => this.#take(frame).catch((error: unknown) => this.#fail(frame, error))),
    )
    this.since = services.clock.now()
    this.rules = makeRuleQuestion(services, (id) => this.send({ t: 'why', id }))
    this.reach = new Reach((cursor) => services.chatEvents.reach({ account: this.account, ...cursor }))
    hub.join(this)
  }

  get from() {
    return this.#from
  }

  get services(): WidgetServices {
    return this.#services
  }

  /** Takes a frame when those before it are done with. */
  hear(frame: VisitorFrame): void {
    if (this.#over) return
    const seconds = this.#meter(frame)
    if (seconds !== undefined) return this.#tooMuch(frame, seconds)
    // Whether the line is there has nothing to do with the store, for which the others may be waiting.
    if (frame.t === 'ping') return this.send({ t: 'pong' })
    if (!this.#queue.put(frame)) this.#fail(frame, new Unavailable('too many frames wait', 'full'))
  }

  /** Counts the frame in the sums of the visitor, the address and the network. Undefined: it may be taken. */
  #meter(frame: VisitorFrame): number | undefined {
    const { t } = frame
    const secret = t === 'hello' || t === 'identify' ? frame.visitor : null
    const key = secret === null ? this.key : keyOf(secret)
    const visitor = key === undefined ? undefined : `${this.channelId} ${key}`
    return meter(this.#services.rates, this.account, this.#from, visitor, COSTS[t])
  }

  /** Nothing is done for the frame. A page that cannot say who it is comes back later, and begins anew. */
  #tooMuch(frame: VisitorFrame, seconds: number): void {
    if (isGreeting(frame)) return this.#turnAway(seconds)
    if ('id' in frame) this.send({ t: 'refused', id: frame.id, ...TOO_MUCH, retryAfter: seconds })
  }

  #turnAway(seconds: number): void {
    this.send({ t: 'refused', ...TOO_MUCH, retryAfter: seconds })
    this.#pipe.turnAway(seconds)
    this.end()
  }

  send(frame: DeskFrame): void {
    if (!this.#over) this.#pipe.send(frame)
  }

  heard(news: News): void {
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
    this.#follow(news.visitor.number, NOTHING).heard(news)
  }

  woken(): void {
    if (this.#following) return this.#following.woken()
    const { account, channelId: channel, key } = this
    if (key === undefined) return
    if (this.#becoming) return void (this.#missed = true)
    // Another process has given the visitor their first chat.
    this.#hub.selfOf({ account, channel, key }).then(
      (self) => {
        if (self && key === this.key) this.met(self)
      },
      (error: unknown) => this.#services.log.warn({ err: error }, 'a visitor could not be told'),
    )
  }

  agentTypes(on: boolean, agent: number | undefined): void {
    const record = agent === undefined ? undefined : this.#services.directory.agent(this.account, agent)
    this.send({ t: 'typing', on, ...(record && { agent: toAgentView(record, this.shower()) }) })
  }

  /** Whether somebody could answer: told when it is not what the page heard last. */
  isOnline(online: boolean): void {
    if (this.#online === undefined || this.#online === online) return
    this.#online = online
    this.send({ t: 'online', online })
  }

  tick(): void {
    this.#pipe.tick()
  }

  shower(): Shower {
    const { directory, links } = this.#services
    const rating = directory.channel(this.account, this.channelId)?.widget?.rating ?? false
    return { account: this.account, directory, links, rating }
  }

  /**
   * An agent writes to the visitor, who has not written. Resolves with the number of the chat. Whoever has no secret is
   * asked to make one first.
   */
  async start(agent: Person, text: string): Promise<number> {
    // Agents who write at the same time wait for one secret.
    if (this.key === undefined) await (this.#meeting ??= this.#meet())
    const { account, channelId, key = '' } = this
    const outcome = await this.#services.commit({
      account,
      target: { channel: channelId, key },
      command: { type: 'agent.start', agent, id: this.#services.ids.letters(22), text },
      visitor: this.values,
    })
    if (outcome.kind !== 'done' || outcome.chat === null) throw new Error('a chat was begun and is not there')
    return outcome.chat
  }

  async #meet(): Promise<void> {
    const met = Promise.withResolvers<void>()
    this.#met = met.resolve
    this.send({ t: 'meet' })
    const cancel = this.#services.clock.after(MEET_WITHIN, () => met.reject(new Gone()))
    await met.promise.finally(() => {
      cancel()
      this.#meeting = undefined
    })
  }

  /** What each commit of this page says of its visitor: where they are, and in which tab. */
  get values(): VisitorValues {
    return this.site ? { site: this.site, tab: this.tab } : {}
  }

  /** The store knows the visitor now, by this name. */
  met({ number, name }: Pick<Self, 'number' | 'name'>): void {
    // What was being committed when the page left: there is nobody to tell.
    if (this.#over) return
    const isNew = this.self?.number !== number
    if (isNew || this.self?.name !== name) this.self = { ...EMPTY, ...this.self, number, name }
    if (isNew && !this.#following) this.#follow(number, NOTHING).woken()
  }

  /** What was known of the visitor is erased. Should they write again, they are somebody new. */
  forgotten(): void {
    this.#erasures++
    this.#following?.stop()
    this.#following = undefined
    this.self = undefined
    this.#stand(undefined)
  }

  /** Nothing more comes or goes. */
  end(): void {
    if (this.#over) return
    this.#over = true
    this.#wake()
    this.#following?.stop()
    if (this.#typing) this.#types('')
    this.#hub.leave(this)
  }

  async #take(frame: Queued): Promise<void> {
    if (this.#over) return
    switch (frame.t) {
      case 'hello':
        return this.#begin(frame)
      case 'identify':
        return this.#become(frame.visitor)
      case 'page':
        return this.#moves(pageOf(frame))
      case 'typing':
        return this.#types(frame.text)
      case 'got':
        return this.reach.got(frame)
      case 'because':
        return this.rules.answer(frame.of, frame)
      case 'message':
      case 'contact':
      case 'custom':
      case 'token':
      case 'rate':
      case 'offline':
      case 'number':
        return this.send({ t: 'done', id: frame.id, ...(await answer(this, frame)) })
      case 'history':
        // No page of entries is read for a page that does not read.
        await this.#pipe.room() // guard T46
        return this.send({ t: 'done', id: frame.id, ...(await answer(this, frame)) })
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

  async #begin(hello: HelloFrame): Promise<void> {
    this.tab = hello.visit
    this.handle = this.#hub.handleOf(this)
    this.site = this.#hub.landings.of(this.handle, siteOf(hello, this.#from), this.#from.address)
    this.#located = this.#locate()
    await this.#become(hello.visitor ?? undefined, hello.after)
  }

  /** Nobody waits for the tables of places: where they must be read first, the place comes into the site when it can. */
  async #locate(): Promise<void> {
    const found = await this.#services.places.find(this.#from.address)
    if (this.site) this.site = { ...this.site, ...found }
  }

  /** The page says who the visitor is: what they have not seen yet comes, and what will happen (T20). */
  async #become(secret: string | undefined, after?: Cursor): Promise<void> {
    const { account, channelId } = this
    const before = { key: this.key, chat: this.chat }
    const key = secret === undefined ? undefined : keyOf(secret)
    if (key !== undefined && key !== before.key && this.#hub.countOf(account, channelId, key) >= SOCKETS.perVisitor)
      return this.#turnAway(SOCKETS.again) // guard T46
    this.key = key
    this.#pipe.belongs(key && nameOf(account, channelId, key))
    this.#following?.stop()
    this.#following = undefined
    // Armed before the first read, so that what is committed meanwhile is not lost.
    this.#hub.know(this, before)
    this.#becoming = true
    this.#missed = false
    await this.#greetPatiently(after).finally(() => (this.#becoming = false))
    if (this.#missed && !this.#over) this.woken()
  }

  /** A page that comes while the store is away waits, and has its answer as soon as the store is back. */
  async #greetPatiently(after: Cursor | undefined): Promise<void> {
    for (let pause = RETRY.first; !this.#over; pause = Math.min(pause * 2, RETRY.most)) {
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
      const cancel = this.#services.clock.after(ms, resolve)
      this.#wake = () => {
        cancel()
        resolve()
      }
    })
  }

  /** Says what is known of the visitor, and follows what is said to them from there. */
  async #greet(after: Cursor | undefined): Promise<void> {
    const { directory, availability } = this.#services
    const { account, channelId, key } = this
    const erasures = this.#erasures
    // A page that does not read what it was sent is not answered until it does.
    await this.#pipe.room() // guard T46
    if (this.#isSuperseded) return
    const self = key === undefined ? undefined : await this.#hub.selfOf({ account, channel: channelId, key })
    if (this.#isSuperseded) return
    const { number = null } = self ?? {}
    const newest = number === null || after ? undefined : await this.#hub.newestOf(this.shower(), channelId, number)
    // What was read is gone by now.
    if (erasures !== this.#erasures) return this.#greet(undefined)
    // All that can fail is behind us: nothing of it is said twice.
    if (this.#isSuperseded) return
    this.self = self
    this.#stand(self?.open ?? undefined)
    if (key !== undefined) this.#met()
    this.reach.begin(after, self)
    const channel = directory.channel(account, channelId)
    const cursor = after ?? newest?.cursor ?? NOTHING
    this.#online = channel !== undefined && availability.status(channel)
    this.send({
      t: 'ready',
      online: this.#online,
      number,
      contact: contactOf(self),
      met: self !== undefined && self.chats > 0,
      cursor: cursor.chat === 0 ? null : cursor,
      // Whoever has seen something can look back from there.
      more: newest?.more ?? after !== undefined,
      again: Math.min(AGAIN.most, AGAIN.least + Math.round(this.#hub.sessions.size * AGAIN.each)),
    })
    if (!self || number === null) return
    if (newest?.cursor) {
      this.reach.sends([cursor])
      this.send({ t: 'entries', entries: newest.entries, cursor })
    }
    this.#follow(number, cursor).woken()
    if (!self.tabs.includes(this.tab)) this.#count(self)
  }

  /** The page has gone, or asks anew already: what is being answered needs no answer. */
  get #isSuperseded(): boolean {
    if (this.#queue.isReplaced) return true // guard T46
    return this.#over
  }

  /** A known visitor has come once more. A page that comes back after a break has been counted, and writes nothing (R12). */
  #count(self: Self): void {
    this.self = { ...self, visits: self.visits + 1 }
    const { account, channelId, key = '' } = this
    const { rates, commit, log } = this.#services
    // Of a visitor who comes and comes again, this visit is counted with their next word.
    if (!rates(account, 'widgetMessagesPerVisitor').take(`${channelId} ${key}`).ok) return
    this.#located
      .then(() => commit({ account, target: { channel: channelId, key }, visitor: this.values, unhurried: true }))
      .then((done) => {
        // Other tabs of theirs may have been counted with it.
        if (done.kind === 'done' && this.self && key === this.key)
          this.self = { ...this.self, visits: done.visitor.visits }
      })
      .catch((error: unknown) => log.warn({ err: error }, 'a visit could not be counted'))
  }

  #follow(visitor: number, after: Cursor): Following {
    const { db, clock, log } = this.#services
    this.#following = followVisitor({
      db,
      clock,
      account: this.account,
      visitor,
      asker: this.#from.range,
      after,
      shower: () => this.shower(),
      room: () => this.#pipe.room(),
      deliver: (entries, cursor) => {
        for (const { type, chat } of entries)
          this.#stand(type === 'chat.closed' ? undefined : type === 'chat.rated' ? this.chat : chat)
        if (entries.length === 0) return
        this.reach.sends([...entries, cursor])
        this.send({ t: 'entries', entries, cursor })
      },
      onError: (error) => log.warn({ err: error }, 'a visitor could not be told'),
    })
    return this.#following
  }

  /** Which chat is open now: typing goes there, and comes from there. */
  #stand(chat: number | undefined): void {
    if (chat === this.chat) return
    const before = { key: this.key, chat: this.chat }
    this.chat = chat
    this.#hub.know(this, before)
  }

  /** The visitor has another page before them; where a chat is open, its agent sees that. */
  async #moves(page: Pick<Site, 'url' | 'title'>): Promise<void> {
    if (!this.site || (this.site.url === page.url && this.site.title === page.title)) return
    this.site = { ...this.site, ...page }
    const { account, channelId, key, chat } = this
    if (chat === undefined || key === undefined) return
    // Of a page that never stands still, the agent sees the page that it stops at with the next message.
    if (!this.#services.rates(account, 'widgetMessagesPerVisitor').take(`${channelId} ${key}`).ok) return
    await this.#services.commit({ account, target: { channel: channelId, key }, visitor: this.values, unhurried: true })
  }

  #types(text: string): void {
    const { account, channelId, chat, key } = this
    if (chat === undefined || key === undefined) return
    this.#typing = text !== ''
    // Where agents are not to see it, it goes no further than here.
    const isShown = this.#services.directory.channel(account, channelId)?.widget?.typingShown ?? false
    const typing = { account, chat, from: 'visitor', on: this.#typing, ...(isShown && { text }) } as const
    this.#hub.types(nameOf(account, channelId, key), typing)
  }
}

const TOO_MUCH = { code: 'rate_limited', message: 'That is too much at once.' } as const
const NOTHING: Cursor = { chat: 0, n: 0 }
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

function contactOf(self: Self | undefined) {
  const { name, email, phone, description } = self ?? {}
  return {
    ...(name && { name }),
    ...(email && { email }),
    ...(phone && { phone }),
    ...(description && { description }),
  }
}
