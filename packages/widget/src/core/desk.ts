import type { Contact } from '@deskbell/protocol/widget/contact'
import type { Cursor, VisitorEntry, VisitorFrame, VisitorRequest } from '@deskbell/protocol/widget/frames'
import type { TimeCondition } from '@deskbell/protocol/widget/rules'
import type { Boot } from '../boot.ts'
import type { Keep } from './keep.ts'
import type { Link } from './link.ts'
import type { Done, Outbox } from './outbox.ts'
import type { State, Wish } from './states.ts'

/** A text of the desk that no chat holds: an invitation, or what a rule says. */
export interface Aside {
  readonly kind: 'invitation' | 'system'
  readonly text: string
  readonly at: number
  seen: boolean
}

/** Moments that rules count from, ms since the epoch; absent while they have not happened. */
export type Marks = Partial<Record<TimeCondition, number>>

type Without<T, K> = T extends unknown ? Omit<T, K & keyof T> : never
/** A request without its id. */
export type Asking = Without<VisitorRequest, 'id'>

/** Everything behind the window: what was said, what is on its way, who the visitor is. It draws nothing. */
export interface Desk {
  readonly boot: Boot
  readonly base: string
  readonly local: Keep
  readonly session: Keep
  readonly link: Link
  readonly outbox: Outbox
  readonly entries: VisitorEntry[]
  readonly asides: Aside[]
  online: boolean
  /** There is more before the first entry. */
  more: boolean
  number: number | null
  contact: Contact
  /** Somebody is typing. */
  typing: { name?: string } | undefined
  state: State
  /** Up to where the visitor has read. */
  read: Cursor | null
  readonly marks: Marks
  /** The offline form that a rule wants, with its own words. */
  form: { title: string; message: string } | undefined
  callTitle: string
  department: number | undefined
  /** What stands above the label: an invitation, or the beginning of what was said. */
  bubble: string | undefined

  /** Asks the desk; rejects with its refusal. Makes the visitor's secret when there is none. */
  ask: (asking: Asking) => Promise<Done>
  say: (frame: VisitorFrame) => void
  write: (text: string) => void
  identify: () => string
  wish: (wish: Wish) => void
  /** The window is there and draws: what was wished for meanwhile comes about. */
  show: (draw: () => void) => void
  changed: () => void
  /** Hears of every change, once for several at a time. */
  watch: (listener: () => void) => void
  /** Hears every message to the visitor that is news. */
  onNews: (listener: () => void) => void
  /** Called each second: looks where the page is, and whether the line lives. */
  second: () => void
  onSecond: (listener: () => void) => void
  /** Hears that the page became another one. */
  onPage: (listener: () => void) => void
  /** The visitor has the newest before the eyes. */
  see: () => void
  /** Fetches what was said before. */
  older: () => Promise<void>
  addAside: (kind: Aside['kind'], text: string) => void
  /** Answers an agent who asks why no rule has fired; absent while nobody minds rules. */
  why?: (id: string) => void
  /** Calls a callback of the page. */
  call: (name: string, ...args: unknown[]) => void
}
