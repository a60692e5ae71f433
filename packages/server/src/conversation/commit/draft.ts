import { isDeepStrictEqual } from 'node:util'
import { apply, opened, type ChatState, type Entry, type EntryBody } from '@deskbell/rules'
import { isEditedField } from '../contact/shapes.ts'
import { CONTACT_FIELDS, type ContactField, type Site, type VisitorFacts, type VisitorValues } from './input.ts'

/** A chat during a batch. A new one gets its id after all commands are decided, when numbers are assigned. */
export class Draft {
  id: number | null
  state: ChatState
  readonly isNew: boolean
  /** The state before this batch. */
  readonly before: ChatState
  readonly entries: Entry[] = []

  constructor(id: number | null, state: ChatState) {
    this.id = id
    this.state = state
    this.isNew = id === null
    this.before = state
  }

  static open(now: number): Draft {
    return new Draft(null, opened(now))
  }

  /** The chat's number in the account, once it is assigned. */
  get number(): number {
    if (this.id === null) throw new Error('the chat has no number yet')
    return this.id
  }

  get changed(): boolean {
    return this.entries.length > 0
  }

  /** Numbers the decided entries and applies them. Times never decrease within a chat. */
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

/**
 * How many of a visitor's tabs are remembered. With more open tabs, a tab that reconnects may be counted as a new
 * visit.
 */
const TABS_MAX = 8

/** The key that a conversation is locked by. */
export const conversationKey = (account: number, channel: number, key: string): string => `${account}:${channel}:${key}`

/** A locked conversation: the visitor, the open chat, and any older chat that a command names. */
export class Conversation {
  readonly account: number
  readonly channel: number
  readonly key: string
  visitor: Omit<VisitorFacts, 'number' | 'contact' | 'channel' | 'key'>
  number: number | null = null
  /** The number of its contact. */
  contact: number | null = null
  /** The visitor has no row yet. */
  isNew = true
  photoHash: Buffer | null = null
  /** The address of a picture to fetch (A10). */
  photoSource: string | null = null
  open: Draft | null = null
  /** Of the rows of the visitor and of the open chat, as they were read (`RememberedConversations`). */
  versions: { readonly visitor: string; readonly chat: string | undefined } | undefined
  visitorChanged = false
  /** The tabs that were counted last. */
  tabs: readonly string[] = []

  /** `now`: the creation time of a visitor without a row (ms). */
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
      given: null,
      byCrm: [],
      site: null,
      social: null,
      chats: 0,
      visits: 1,
      since: now,
      blocked: false,
    }
  }

  get lockKey(): string {
    return conversationKey(this.account, this.channel, this.key)
  }

  /** Sets the given values that differ (A9). Of a field that an agent edited, the edit stays. */
  setVisitorValues(values: VisitorValues): void {
    for (const field of ['name', 'phone', 'email', 'url', 'description', 'userToken'] as const) {
      const value = values[field]
      const { given } = this.visitor
      if (value !== undefined && given && isEditedField(field) && field in given) {
        if (value === given[field]) continue
        this.visitor = { ...this.visitor, given: { ...given, [field]: value } }
        this.visitorChanged = true
        continue
      }
      if (value === undefined || value === this.visitor[field]) continue
      const byCrm = this.visitor.byCrm.filter((known) => known !== field)
      if (values.by === 'crm' && isContact(field)) byCrm.push(field)
      this.visitor = { ...this.visitor, [field]: value, byCrm }
      this.visitorChanged = true
    }
    const site = values.site && this.#siteWith(values.site, values.tab)
    const social = values.social && { ...this.visitor.social, ...values.social }
    for (const [field, value] of [
      ['customData', values.customData],
      ['site', site],
      ['social', social],
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
   * Keeps stored values that a new page does not send: the analytics ids, which come when a chat begins, and during one
   * visit the way in which the visitor came to the site.
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

  /** Counts a new tab as a visit. The first tab creates the visitor. */
  #count(tab: string): void {
    if (this.tabs.includes(tab)) return
    const isKnown = this.number !== null || this.tabs.length > 0
    this.visitor = { ...this.visitor, visits: this.visitor.visits + (isKnown ? 1 : 0) }
    this.tabs = [...this.tabs, tab].slice(-TABS_MAX)
    this.visitorChanged = true
  }

  /** Blocks or unblocks the visitor. */
  block(blocked: boolean): void {
    if (this.visitor.blocked === blocked) return
    this.visitor = { ...this.visitor, blocked }
    this.visitorChanged = true
  }

  /** Gives the visitor a number. */
  meet(): void {
    if (this.number === null) this.visitorChanged = true
  }

  /** Adds a new chat to the visitor. */
  opens(chat: Draft): void {
    this.open = chat
    this.visitor = { ...this.visitor, chats: this.visitor.chats + 1 }
    this.visitorChanged = true
  }

  /** The visitor's number in the account, once it is assigned. */
  get numbered(): number {
    if (this.number === null) throw new Error('the visitor has no number yet')
    return this.number
  }

  /** The number of the visitor's contact, once it is assigned. */
  get contactNumbered(): number {
    if (this.contact === null) throw new Error('the contact has no number yet')
    return this.contact
  }

  /** Called after numbers were assigned. */
  facts(): VisitorFacts {
    return {
      ...this.visitor,
      number: this.numbered,
      contact: this.contactNumbered,
      channel: this.channel,
      key: this.key,
    }
  }
}
