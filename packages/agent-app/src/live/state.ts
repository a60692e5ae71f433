import type { ChatForMe } from '@deskbell/protocol/agent/chat'
import type { Department } from '@deskbell/protocol/agent/department'
import type { Me, Presence } from '@deskbell/protocol/agent/people'
import { Cell, Cells } from './cells.ts'
import type { Letter } from './letters.ts'
import type { Thread } from './thread.ts'
import type { Extent, View } from './views.ts'

/** Something that is fetched: not yet asked for, on its way (perhaps once more), there, or gone wrong in words. */
export type Loading = { state: 'no' } | { state: 'busy' } | { state: 'failed'; problem: string }
export const IDLE: Loading = { state: 'no' }
export const BUSY: Loading = { state: 'busy' }

export type ViewState = { ids: readonly number[]; extent: Extent | null; loading: Loading }
/** `readAt`: when the links in it were signed; they are good for a day. */
export type ThreadState = { thread: Thread | null; readAt: number; loading: Loading; older: Loading }

/** Who is typing in a chat: the visitor, with what is there so far where it is known, and another agent by number. */
export type Typing = { visitor: boolean; text: string; agent: number | null }

/** How the window is connected to the desk. */
export type Connection = { status: 'connecting' } | { status: 'live' } | { status: 'lost' } | { status: 'offline' }

/** A customer wrote, a message of ours did not reach one, or one whom a bot or a colleague answered waits for a person. */
export type Arrival = { what: 'message' | 'failure' | 'waiting'; chat: number; name: string | null }

/** All that is live, each piece watched on its own. Nothing here outlives a sign-out. */
export type Live = {
  me: Cell<Me>
  connection: Cell<Connection>
  chats: Cells<number, ChatForMe>
  views: Cells<View, ViewState>
  threads: Cells<number, ThreadState>
  typing: Cells<number, Typing>
  /** How far a widget's visitor has each chat, as their page said: number of the newest entry. */
  reached: Cells<number, number>
  presence: Cells<number, Presence>
  departments: Cell<readonly Department[]>
  /** Unsent and just sent letters by chat, oldest first. */
  letters: Cells<number, readonly Letter[]>
  /** The chat on the screen; it is followed and its messages count as read while the window is looked at. */
  open: Cell<number | null>
  unread: Cell<number>
  /** What came while we watched and is to be said aloud. */
  arrival: Cell<Arrival | null>
  /** A chat that was erased just now: what is kept of it elsewhere goes. A new object each time. */
  erased: Cell<{ chat: number } | null>
  /** Chats whose news came while the inbox is fetched anew: the fetch may have been answered before them. */
  news: Cell<Set<number> | null>
}

export const createLive = (me: Me): Live => ({
  me: new Cell(me),
  connection: new Cell<Connection>({ status: 'connecting' }),
  chats: new Cells(),
  views: new Cells(),
  threads: new Cells(),
  typing: new Cells(),
  reached: new Cells(),
  presence: new Cells(),
  departments: new Cell<readonly Department[]>([]),
  letters: new Cells(),
  open: new Cell<number | null>(null),
  unread: new Cell(0),
  arrival: new Cell<Arrival | null>(null),
  erased: new Cell<{ chat: number } | null>(null),
  news: new Cell<Set<number> | null>(null),
})

export const NO_VIEW: ViewState = { ids: [], extent: null, loading: IDLE }
export const NO_THREAD: ThreadState = { thread: null, readAt: 0, loading: IDLE, older: IDLE }
export const NOBODY: Typing = { visitor: false, text: '', agent: null }
