import type { CustomField } from '@deskbell/protocol/widget/contact'
import type { ChatState, Command, Entry, Refusal, RefusalCode } from '@deskbell/rules'
import type { Settlement } from '../../deliveries/delivery.ts'
import type { Attached } from './effects.ts'

/** Which conversation a command is for: a chat that is known, or whatever is open with a channel's customer. */
export type Target = { readonly chat: number } | { readonly channel: number; readonly key: string }

/** What is given of a visitor. Only values that are there replace what is known (A9). */
export interface VisitorValues {
  readonly name?: string
  readonly phone?: string
  readonly email?: string
  readonly url?: string
  /** A picture to fetch, when its address is another than the last one: hash of it, and it sealed (A10). */
  readonly photo?: { readonly hash: Buffer; readonly source: string }
  /** Our copy of the picture. */
  readonly photoFile?: string
  readonly description?: string
  /** What the page knows of the visitor, in its order. */
  readonly customData?: readonly CustomField[]
  readonly userToken?: string
  /** Where the visitor is. */
  readonly site?: Site
  /** The tab they come in: one that was not counted yet is one visit more. */
  readonly tab?: string
  /** Name, phone, e-mail and description come from the account's own server, and not from the visitor (C3). */
  readonly by?: 'crm'
}

/** What the account's own server may say of who a visitor is. */
export const CONTACT_FIELDS = ['name', 'phone', 'email', 'description'] as const
export type ContactField = (typeof CONTACT_FIELDS)[number]

/** Where a visitor of a widget is, and how they came there: all of it their browser's word, but for address and place. */
export interface Site {
  readonly url: string
  readonly title: string
  readonly referrer?: string
  readonly lang?: string
  readonly utm?: Readonly<Record<string, string>>
  readonly analytics?: Readonly<Record<string, string>>
  readonly address: string
  readonly userAgent: string
  readonly place?: Location
  /** Whose table of addresses tells the place, if it wants to be named where the place is shown. */
  readonly placeFrom?: 'db-ip'
}

/** Where an address is, as far as a table of addresses knows: names in English, figures as text (the interface document). */
export interface Location {
  readonly country_code?: string
  readonly country?: string
  readonly region_code?: string
  readonly region?: string
  readonly city?: string
  readonly latitude?: string
  readonly longitude?: string
  readonly organization?: string
}

/** A request that may come twice. The first answer is kept for 24 hours and given again (A13). */
export interface Once {
  readonly scope: string
  readonly key: string
  /** Of the body: the same key with another body is refused. */
  readonly hash: Buffer
  readonly answer: (done: Committed) => unknown
}

/** One thing to commit: a command, values of the visitor, the end of a delivery, or several of these at once. */
export interface Input {
  readonly account: number
  readonly target: Target
  readonly command?: Command
  readonly visitor?: VisitorValues
  readonly once?: Once
  readonly settles?: Settlement
  /** The visitor gets a number, though there is nothing else to keep (W9). */
  readonly meets?: true
  /** What effects write along with it. */
  readonly attached?: readonly Attached[]
}

/** When an input is decided. */
export interface When {
  /** No caller waits for it: it may wait a moment for others to be written with. */
  readonly unhurried?: boolean
  /** It is refused as unavailable unless it is decided before this time (ms): its sender is told so soon after. */
  readonly until?: number
}

export interface VisitorFacts {
  readonly number: number
  readonly channel: number
  readonly key: string
  readonly name: string | null
  readonly phone: string | null
  readonly email: string | null
  readonly url: string | null
  readonly photo: string | null
  readonly description: string | null
  readonly customData: readonly CustomField[] | null
  readonly userToken: string | null
  /** What of it the account's own server said last. */
  readonly byCrm: readonly ContactField[]
  readonly site: Site | null
  readonly chats: number
  /** How often they have come, the present visit included. */
  readonly visits: number
  /** Since when they are known (ms). */
  readonly since: number
  /** Nothing is taken from them. */
  readonly blocked: boolean
}

/** What was written. `chat` and `state` are null when no chat was touched. */
export interface Committed {
  readonly account: number
  readonly chat: number | null
  readonly state: ChatState | null
  readonly visitor: VisitorFacts
  readonly entries: readonly Entry[]
}

export type Outcome =
  | ({ readonly kind: 'done' } & Committed)
  /** The request had been answered before; this was the answer (A13). */
  | { readonly kind: 'repeated'; readonly answer: unknown }

/** What a commit tells the rest of the house about one chat. */
export interface News extends Committed {
  readonly chat: number
  readonly state: ChatState
}

/** What commit refuses besides what the rules refuse. */
export type CommitRefusalCode = RefusalCode | 'idempotency_mismatch' | 'lease_lost'

/** A command that a rule, or the commit itself, says no to. Nothing was written. */
export class CommitRefused extends Error {
  override readonly name = 'CommitRefused'
  readonly code: CommitRefusalCode
  readonly holder: Refusal['holder']
  constructor(code: CommitRefusalCode, holder?: Refusal['holder']) {
    super(code)
    this.code = code
    this.holder = holder
  }
}

/** The store cannot take it now. Nothing was written, as far as can be known; the sender may send again. */
export class Unavailable extends Error {
  override readonly name = 'Unavailable'
  readonly why: 'slow' | 'away' | 'full'
  constructor(message: string, why: 'slow' | 'away' | 'full', options?: ErrorOptions) {
    super(message, options)
    this.why = why
  }
}
