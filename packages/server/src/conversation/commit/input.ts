import type { CustomField } from '@deskbell/protocol/widget/contact'
import type { Social } from '@deskbell/protocol/webhook/social'
import type { ChatState, Command, Entry, Refusal, RefusalCode } from '@deskbell/rules'
import type { Settlement } from '../../deliveries/delivery.ts'
import type { TraceParent } from '../../platform/tracing/tracing.ts'
import type { Given } from '../contact/shapes.ts'
import type { Attached } from './effects.ts'

/** Which conversation a command is for: a chat, or a visitor of a channel by key. */
export type Target = { readonly chat: number } | { readonly channel: number; readonly key: string }

/** New values of a visitor. Only values that are given replace the stored ones (A9). */
export interface VisitorValues {
  readonly name?: string
  readonly phone?: string
  readonly email?: string
  readonly url?: string
  /** A picture to fetch if its URL has changed: the URL's hash, and the sealed URL (A10). */
  readonly photo?: { readonly hash: Buffer; readonly source: string }
  /** Our copy of the picture. */
  readonly photoFile?: string
  readonly description?: string
  /** The custom fields that the page sets, in its order. */
  readonly customData?: readonly CustomField[]
  readonly userToken?: string
  /** The page that the visitor is on. */
  readonly site?: Site
  /** The browser tab. A tab that was not counted yet is a new visit. */
  readonly tab?: string
  /** Profiles in social networks that the CRM named, by network. They are added to the stored ones (C8). */
  readonly social?: Social
  /** Name, phone, e-mail and description come from the account's CRM and not from the visitor (C3). */
  readonly by?: 'crm'
}

/** The fields of a visitor that a CRM may set. */
export const CONTACT_FIELDS = ['name', 'phone', 'email', 'description'] as const
export type ContactField = (typeof CONTACT_FIELDS)[number]

/**
 * The page that a visitor of a widget is on, and how they came there. All of it is the browser's claim, except address
 * and place.
 */
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
  /**
   * The database of IP addresses that the place comes from, if its licence requires to name it where the place is
   * shown.
   */
  readonly placeFrom?: 'db-ip'
}

/** The location of an IP address: names in English, numbers as text (the interface document). */
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

/**
 * A request with an idempotency key. Its answer is stored for 24 hours, and a repeated request gets the same answer
 * (A13).
 */
export interface Once {
  readonly scope: string
  readonly key: string
  /** The hash of the body. The same key with another body is refused. */
  readonly hash: Buffer
  readonly answer: (done: Committed) => unknown
}

/** One input of a commit: a command, values of the visitor, the end of a delivery, or several of these together. */
export interface Input {
  readonly account: number
  readonly target: Target
  readonly command?: Command
  readonly visitor?: VisitorValues
  readonly once?: Once
  readonly settles?: Settlement
  /** The visitor gets a number even if the input changes nothing else (W9). */
  readonly meets?: true
  /** Data for effects, written with the input. */
  readonly attached?: readonly Attached[]
  /** What it is done for, if that is traced: so are the deliveries that it causes. */
  readonly trace?: TraceParent | undefined
}

/** When an input is decided. */
export interface When {
  /** No caller waits for it: it may wait a few milliseconds for other inputs. */
  readonly unhurried?: boolean
  /** It is rejected as unavailable unless it is decided before this time (ms). The sender gets 503 shortly after. */
  readonly until?: number
}

export interface VisitorFacts {
  readonly number: number
  /** The contact that the visitor belongs to. */
  readonly contact: number
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
  /** What the channel said last about the fields that an agent edited; null: none is edited. */
  readonly given: Given | null
  /** The fields that a CRM set last. */
  readonly byCrm: readonly ContactField[]
  readonly site: Site | null
  /** Profiles in social networks that the CRM named, by network (C8). */
  readonly social: Social | null
  readonly chats: number
  /** The number of visits, the present one included. */
  readonly visits: number
  /** When the visitor was created (ms). */
  readonly since: number
  /** The server refuses the visitor's messages. */
  readonly blocked: boolean
}

/** What was written. `chat` and `state` are null when the input is not for a chat. */
export interface Committed {
  readonly account: number
  readonly chat: number | null
  readonly state: ChatState | null
  readonly visitor: VisitorFacts
  readonly entries: readonly Entry[]
}

export type Outcome =
  | ({ readonly kind: 'done' } & Committed)
  /** The stored answer to a repeated request (A13). */
  | { readonly kind: 'repeated'; readonly answer: unknown }

/** A chat that a commit changed, as subscribers of chat events receive it. */
export interface ChangedChat extends Committed {
  readonly chat: number
  readonly state: ChatState
}

/** The codes of the rules, and those of the commit itself. */
export type CommitRefusalCode = RefusalCode | 'idempotency_mismatch' | 'lease_lost'

/** A rule or the commit itself refused the command. Nothing was written. */
export class CommitRefused extends Error {
  override readonly name = 'CommitRefused'
  readonly code: CommitRefusalCode
  readonly holder: Refusal['holder']
  /** The place of the refused step of a macro, from 0. */
  readonly step: number | undefined
  constructor(code: CommitRefusalCode, holder?: Refusal['holder'], step?: number) {
    super(code)
    this.code = code
    this.holder = holder
    this.step = step
  }
}

/** The database cannot write the input now. As far as is known, nothing was written; the sender may send it again. */
export class Unavailable extends Error {
  override readonly name = 'Unavailable'
  readonly why: 'slow' | 'away' | 'full'
  constructor(message: string, why: 'slow' | 'away' | 'full', options?: ErrorOptions) {
    super(message, options)
    this.why = why
  }
}
