import type { Call } from '@deskbell/protocol/agent/call'
import type { Chat, ChatForMe } from '@deskbell/protocol/agent/chat'
import type { Department } from '@deskbell/protocol/agent/department'
import type { Me, Presence } from '@deskbell/protocol/agent/people'
import type { LookingAgent, ServerFrame } from '@deskbell/protocol/agent/socket'
import { Cell, Cells } from './cells.ts'
import type { PendingMessage } from './pending-messages.ts'
import type { Thread } from './thread.ts'
import type { List } from './lists.ts'
import type { Extent } from './views.ts'

/** The state of a fetch: not begun, in progress (possibly again), complete, or failed with a text. */
export type Loading = { state: 'no' } | { state: 'busy' } | { state: 'failed'; problem: string }
export const IDLE: Loading = { state: 'no' }
export const BUSY: Loading = { state: 'busy' }

export type ViewState = { ids: readonly number[]; extent: Extent | null; loading: Loading }
/** `readAt`: when its links were signed, which are valid for a day. */
export type ThreadState = { thread: Thread | null; readAt: number; loading: Loading; older: Loading }

/** Who is typing in a chat: the visitor, with the text so far if it is known, and another agent by number. */
export type Typing = { visitor: boolean; text: string; agent: number | null }

/** The state of the window's connection to the server. */
export type Connection = { status: 'connecting' } | { status: 'live' } | { status: 'lost' } | { status: 'offline' }

/** An event to announce: a visitor wrote, a message failed, or a bot or a colleague put a chat into the queue. */
export type Arrival = { what: 'message' | 'failure' | 'waiting'; chat: number; visitor: Chat['visitor'] }

/** The server decided to alert this agent. */
export type StaleFrame = Extract<ServerFrame, { type: 'stale' }>
export type AlertFrame = Extract<ServerFrame, { type: 'alert' }>
/** What another page of a call tells this agent's pages. */
export type SignalFrame = Extract<ServerFrame, { type: 'signal' }>

/** All live data, with a subscription for each piece. It ends with the sign-out. */
export type Live = {
  me: Cell<Me>
  connection: Cell<Connection>
  chats: Cells<number, ChatForMe>
  /** The loaded lists of the inbox by name. */
  views: Cells<List, ViewState>
  threads: Cells<number, ThreadState>
  typing: Cells<number, Typing>
  /** The other agents who look at a chat now. */
  lookers: Cells<number, readonly LookingAgent[]>
  /** The chat in which this agent is writing a private note. */
  noting: Cell<number | null>
  /** Number of the newest entry that a widget's visitor has received, by chat, as their page acknowledged it. */
  reached: Cells<number, number>
  presence: Cells<number, Presence>
  departments: Cell<readonly Department[]>
  /** Unsent and just sent messages by chat, oldest first. */
  pending: Cells<number, readonly PendingMessage[]>
  /** The open chat; it is followed, and its messages count as read while the window is visible. */
  open: Cell<number | null>
  unread: Cell<number>
  /** What each chat adds to `unread`, where it adds anything. */
  counted: Map<number, number>
  /** The newest arrival, for the announcement. */
  arrival: Cell<Arrival | null>
  /** Alerts that were not shown yet: the code that shows them is loaded after the first screen. */
  alerts: Cell<readonly AlertFrame[]>
  /** The calls that are under way, and those that are over and whose summary is not put away yet. */
  calls: Cell<readonly Call[]>
  /** The calls that are over, also those that are put away: an answer that comes late does not bring them back. */
  overCalls: Set<number>
  /** The newest signal of a call: the window that carries its voices listens. */
  signal: Cell<SignalFrame | null>
  /** What the window's title says instead of the usual: who is calling. */
  title: Cell<string | null>
  /** A chat that was just erased: other screens drop their copies. A new object each time. */
  erased: Cell<{ chat: number } | null>
  /** Chats whose rows changed since the lists were published, and the state of publishing (`publish.ts`). */
  unpublished: { chats: Set<number>; all: boolean; at: number; timer: ReturnType<typeof setTimeout> | undefined }
  /**
   * What this agent has read of each chat that the socket reported, also of chats whose rows were dropped: the server
   * reports it once for each chat and connection. A chat that is missing here and not loaded has a guessed number.
   */
  told: Map<number, number>
  /** Chats whose `seen` is a guess until the server reports it. */
  guessed: Set<number>
  /** Chats with news during a refetch of the inbox: the refetch may be older than the news. */
  news: Cell<Set<number> | null>
}

export const createLive = (me: Me): Live => ({
  me: new Cell(me),
  connection: new Cell<Connection>({ status: 'connecting' }),
  chats: new Cells(),
  views: new Cells(),
  threads: new Cells(),
  typing: new Cells(),
  lookers: new Cells(),
  noting: new Cell<number | null>(null),
  reached: new Cells(),
  presence: new Cells(),
  departments: new Cell<readonly Department[]>([]),
  pending: new Cells(),
  open: new Cell<number | null>(null),
  unread: new Cell(0),
  counted: new Map(),
  arrival: new Cell<Arrival | null>(null),
  alerts: new Cell<readonly AlertFrame[]>([]),
  calls: new Cell<readonly Call[]>([]),
  overCalls: new Set<number>(),
  signal: new Cell<SignalFrame | null>(null),
  title: new Cell<string | null>(null),
  erased: new Cell<{ chat: number } | null>(null),
  unpublished: { chats: new Set(), all: false, at: 0, timer: undefined },
  told: new Map(),
  guessed: new Set(),
  news: new Cell<Set<number> | null>(null),
})

export const NO_VIEW: ViewState = { ids: [], extent: null, loading: IDLE }
export const NO_THREAD: ThreadState = { thread: null, readAt: 0, loading: IDLE, older: IDLE }
export const NO_TYPING: Typing = { visitor: false, text: '', agent: null }
