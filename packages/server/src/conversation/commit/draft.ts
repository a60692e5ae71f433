import { isDeepStrictEqual } from 'node:util'
import { apply, opened, type ChatState, type Entry, type EntryBody } from '@deskbell/rules'
import { CONTACT_FIELDS, type ContactField, type Site, type VisitorFacts, type VisitorValues } from './input.ts'

/** A chat as this batch leaves it. A new one gets its id when numbers are taken, after everything was decided. */
export class Draft {
  id: number | null
  state: ChatState
  readonly isNew: boolean
  /** Who had to answer before this batch. */
  readonly before: ChatState['owner']['kind']
  readonly entries: Entry[] = []

  constructor(id: number | null, state: ChatState) {
    this.id = id
    this.state = state
    this.isNew = id === null
    this.before = state.owner.kind
  }

  static open(now: number): Draft {
    return new Draft(null, opened(now))
  }

  /** Of the chat in its account, once it was given. */
  get number(): number {
    if (this.id === null) throw new Error('the chat has no number yet')
    return this.id
  }

  /** The bot is not to be asked what it was to be asked. */
  get leftBot(): boolean {
    return this.before === 'bot' && this.state.owner.kind !== 'bot'
  }

  get changed(): boolean {
    return this.entries.length > 0
  }

  /** Numbers what was decided and applies it. Time never runs backwards within a chat. */
  append(bodies: readonly EntryBody[], now: number): Entry[] {
    const added: Entry[] = []
    for (const body of bodies) {
      const entry: Entry = { ...body, n: this.state.last + 1, at: Math.max(now, this.state.lastAt) }
      this.state = apply(this.state, entry)
      added.push(entry)
    }
    this.entries.push(...added)
    return added
  }
}

const isContact = (field: string): field is ContactField => (CONTACT_FIELDS as readonly string[]).includes(field)

/** Tabs of a visitor that are remembered: whoever has more open at once, and loses the line, is counted again. */
const TABS_MAX = 8

/** What a conversation is locked by. */
export const nameOf = (account: number, channel: number, key: string): string => `${account}:${channel}:${key}`

/** A conversation under lock: the visitor, the chat that is open, and any older chat that a command names. */
export class Conversation {
  readonly account: number
  readonly channel: number
  readonly key: string
  visitor: Omit<VisitorFacts, 'number' | 'channel' | 'key'>
  number: number | null = null
  /** The visitor has no row yet. */
  isNew = true
  photoHash: Buffer | null = null
  /** Address of a picture that is to be fetched anew (A10). */
  photoSource: string | null = null
  open: Draft | null = null
  visitorChanged = false
  /** Visits that were counted last. */
  tabs: readonly string[] = []

  /** `now`: since when a visitor is known whom nobody knows yet (ms). */
  constructor(account: number, channel: number, key: string, now: number) {
    this.account = account
    this.channel = channel
    this.key = key
    this.visitor = {
      name: null,
      phone: null,
      email: null,
      url: null,
      photo: null,
      description: null,
      customData: null,
      userToken: null,
      byCrm: [],
      site: null,
      chats: 0,
      visits: 1,
      since: now,
      blocked: false,
    }
  }

  get name(): string {
    return nameOf(this.account, this.channel, this.key)
  }

  /** Takes over what is given and differs (A9). */
  take(values: VisitorValues): void {
    for (const field of ['name', 'phone', 'email', 'url', 'description', 'userToken'] as const) {
      const value = values[field]
      if (value === undefined || value === this.visitor[field]) continue
      const byCrm = this.visitor.byCrm.filter((known) => known !== field)
      if (values.by === 'crm' && isContact(field)) byCrm.push(field)
      this.visitor = { ...this.visitor, [field]: value, byCrm }
      this.visitorChanged = true
    }
    const site = values.site && this.#siteWith(values.site, values.tab)
    for (const [field, value] of [
      ['customData', values.customData],
      ['site', site],
    ] as const) {
      if (value === undefined || isDeepStrictEqual(value, this.visitor[field])) continue
      this.visitor = { ...this.visitor, [field]: value }
      this.visitorChanged = true
    }
    if (values.tab !== undefined) this.#count(values.tab)
    if (values.photoFile !== undefined) {
      this.visitor = { ...this.visitor, photo: values.photoFile }
      this.visitorChanged = true
    }
    if (values.photo && !this.photoHash?.equals(values.photo.hash)) {
      this.photoHash = values.photo.hash
      this.photoSource = values.photo.source
      this.visitorChanged = true
    }
  }

  /**
   * Of what the store knows, a new page does not say: what analytics call the visitor, which is told when a chat begins;
   * and, as long as it is one visit, how it came to the site.
   */
  #siteWith(site: Site, tab: string | undefined): Site {
    const { analytics, referrer, utm } = this.visitor.site ?? {}
    const isSameVisit = tab !== undefined && this.tabs.includes(tab)
    return {
      ...(analytics && { analytics }),
      ...(isSameVisit && utm && { utm }),
      ...site,
      ...(isSameVisit && referrer !== undefined && { referrer }),
    }
  }

  /** A tab that was not counted yet is one visit more; with the first one, the visitor is met. */
  #count(tab: string): void {
    if (this.tabs.includes(tab)) return
    const isKnown = this.number !== null || this.tabs.length > 0
    this.visitor = { ...this.visitor, visits: this.visitor.visits + (isKnown ? 1 : 0) }
    this.tabs = [...this.tabs, tab].slice(-TABS_MAX)
    this.visitorChanged = true
  }

  /** Nothing more is taken from the visitor, or everything again. */
  block(blocked: boolean): void {
    if (this.visitor.blocked === blocked) return
    this.visitor = { ...this.visitor, blocked }
    this.visitorChanged = true
  }

  /** Whoever has no number gets one. */
  meet(): void {
    if (this.number === null) this.visitorChanged = true
  }

  /** A chat begins; it counts for the visitor. */
  opens(chat: Draft): void {
    this.open = chat
    this.visitor = { ...this.visitor, chats: this.visitor.chats + 1 }
    this.visitorChanged = true
  }

  /** The visitor's number in the account, once it was given. */
  get numbered(): number {
    if (this.number === null) throw new Error('the visitor has no number yet')
    return this.number
  }

  /** After numbers were taken. */
  facts(): VisitorFacts {
    return { ...this.visitor, number: this.numbered, channel: this.channel, key: this.key }
  }
}
