import type { Contact } from '@deskbell/protocol/widget/contact'
import type { Cursor, ServerFrame, VisitorEntry, VisitorFrame, VisitorRequest } from '@deskbell/protocol/widget/frames'
import type { TimeCondition } from '@deskbell/protocol/widget/rules'
import type { Boot } from '../boot.ts'
import type { TextStorage } from './text-storage.ts'
import type { Link } from './link.ts'
import type { Done, Outbox } from './outbox.ts'
import type { State, Wish } from './states.ts'

/** A text that the widget shows outside any chat: an invitation, or a message of a rule. */
export interface Aside {
  readonly kind: 'invitation' | 'system'
  readonly text: string
  readonly at: number
  seen: boolean
}

/** The moments that rules count from, ms since the epoch; absent until they happen. */
export type Marks = Partial<Record<TimeCondition, number>>

type Without<T, K> = T extends unknown ? Omit<T, K & keyof T> : never
/** A request without its id. */
export type NewRequest = Without<VisitorRequest, 'id'>

/** The widget's state and connection, without any drawing: entries, pending requests, the visitor. */
export interface WidgetCore {
  readonly boot: Boot
  readonly base: string
  readonly local: TextStorage
  readonly session: TextStorage
  readonly link: Link
  readonly outbox: Outbox
  readonly entries: VisitorEntry[]
  readonly asides: Aside[]
  online: boolean
  /** The server has said what is possible. */
  ready?: boolean
  /** Whether the visitor can call from the page; absent: never. */
  calls?: 'off' | 'closed' | 'on' | undefined
  /** Whether the visitor is called back at a number; absent: never. */
  callback?: 'off' | 'closed' | 'on' | undefined
  /** The visitor's telephone is called, or talked on. */
  phoning?: boolean
  /** Such a call is to be seen: one that is under way, or that has just ended. */
  phoned?: boolean
  /** How the visitor wants to talk, where both are possible. */
  way?: 'call' | 'telephone' | undefined
  /** A call is to be seen: one that is under way, or that has just ended. */
  inCall?: boolean
  /** Called when the page is left, while frames can still be sent. */
  leaves?: () => void
  /** The connection has been lost for some seconds. */
  lost: boolean
  /** The server has entries before the first one here. */
  more: boolean
  number: number | null
  contact: Contact
  /** An agent or a bot is typing. */
  typing: { name?: string } | undefined
  /** What the server said of the visitor's place in the queue. */
  place?: Extract<ServerFrame, { t: 'place' }> | undefined
  state: State
  /** The position up to which the visitor has read. */
  read: Cursor | null
  readonly marks: Marks
  /** The offline form that a rule opened, with the rule's texts; true: no agent has come to the visitor's chat. */
  form: { title: string; message: string } | true | undefined
  callTitle: string
  department: number | undefined
  /** The text above the label: an invitation, or the beginning of a message. */
  bubble: string | undefined

  /** Sends a request to the server; rejects with its refusal. Creates the visitor's secret if there is none. */
  ask: (asking: NewRequest) => Promise<Done>
  say: (frame: VisitorFrame) => void
  write: (text: string) => void
  identify: () => string
  wish: (wish: Wish) => void
  /** The window is loaded and can draw: pending requests to open it are performed now. */
  show: (draw: () => void) => void
  changed: () => void
  /** Called after every change; several changes at a time cause one call. */
  watch: (listener: () => void) => void
  /** Called for every new message to the visitor. */
  onNews: (listener: () => void) => void
  /** Called each second: checks the page's address and the connection. */
  second: () => void
  onSecond: (listener: () => void) => void
  /** Called when the page's address changes. */
  onPage: (listener: () => void) => void
  /** The visitor sees the newest message. */
  see: () => void
  /** Fetches earlier entries. */
  older: () => Promise<void>
  addAside: (kind: Aside['kind'], text: string) => void
  /** Answers an agent who asks for the state of the rules; absent while no rules are set. */
  why?: (id: string) => void
  /** Calls a callback of the page. */
  call: (name: string, ...args: unknown[]) => void
}
