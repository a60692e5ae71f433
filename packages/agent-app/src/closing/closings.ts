import type { ChatForMe } from '@deskbell/protocol/agent/chat'
import { ApiError, call, saying } from '../api/client.ts'
import { retryWhileUnavailable } from '../api/while-unavailable.ts'
import { closeChat, type HowToClose, keepOpen } from '../chat/acts.ts'
import { whoOf } from '../inbox/who.ts'
import { Cell } from '../live/cells.ts'
import { storeChat } from '../live/inbox.ts'
import { publish } from '../live/publish.ts'
import type { Live } from '../live/state.ts'
import type { List } from '../live/lists.ts'
import { now } from '../runtime.ts'

/** How long the offer to undo is shown, ms. */
export const UNDO_SHOWN = 5000
/** The server waits longer, so that an undo in the last moment still arrives in time. */
export const UNDO_FOR = UNDO_SHOWN + 1500
/** How long the notice is shown that a chat stays open, ms. */
const NOTICE_SHOWN = 8000
const SHOWN_MAX = 3

/** A chat that this agent closed just now. Stays: the visitor or a colleague kept it open. Failed: with the reason. */
export type Closing = {
  key: number
  chat: number
  /** How many messages of the visitor this agent had. */
  received: number
  view: List
  name: string
  state: { is: 'closing' } | { is: 'stays'; by: 'visitor' | 'agent' } | { is: 'failed'; undo: boolean; problem: string }
}

/** The newest last. */
export const closings = new Cell<readonly Closing[]>([])

/** Unknown: the answer was lost, and the server may have taken the closing. */
type Answer = { is: 'taken' } | { is: 'refused' | 'unknown'; problem: string }

const answers = new Map<number, Promise<Answer>>()
/** What this agent took back: no more is said about it. */
const undone = new Set<number>()
let lastKey = 0

/** Says what became of a closing: in its notice, or anew when that is gone. */
function tell(closing: Closing): void {
  const shown = closings.get()
  const isShown = shown.some(({ key }) => key === closing.key)
  const all = isShown ? shown.map((one) => (one.key === closing.key ? closing : one)) : [...shown, closing]
  closings.set(all.slice(-SHOWN_MAX))
}

const isClosing = (key: number): boolean => closings.get().some((one) => one.key === key && one.state.is === 'closing')

/** Takes the row out of the lists, or puts it back, at once. */
function redraw(live: Live, chat: number): void {
  live.unpublished.chats.add(chat)
  publish(live)
}

export function dismiss(key: number): void {
  answers.delete(key)
  closings.set(closings.get().filter((one) => one.key !== key))
}

/** How a closing reaches the server, and how its failure is said. A macro closes in its own request. */
type Request = { send: (how: HowToClose) => Promise<void>; say: (error: unknown) => string }

/**
 * Closes a chat with time to undo. Its row leaves the lists at once; the server closes the chat when the time is over,
 * also when this window is gone by then. Returns whether the closing began: one that is closing already has its own.
 */
export function beginClosing(
  live: Live,
  id: number,
  view: List,
  request: Request = { send: (how) => closeChat(live, id, how), say: saying },
): boolean {
  const chat = live.chats.get(id)
  if (!chat || chat.state === 'closed' || chat.closing) return false
  const key = ++lastKey
  const { received } = chat
  const closing: Closing = { key, chat: id, received, view, name: whoOf(chat), state: { is: 'closing' } }
  tell(closing)
  mark(live, chat)
  const answer = send(request, received)
  answers.set(key, answer)
  setTimeout(() => {
    if (isClosing(key)) dismiss(key)
  }, UNDO_SHOWN)
  watch(live, closing, answer)
  return true
}

/** Shows the chat as closing before the server has answered. */
function mark(live: Live, chat: ChatForMe): void {
  const { id, name } = live.me.get()
  live.chats.set(chat.id, { ...chat, closing: { until: now() + UNDO_FOR, agent: { id, name } } })
  redraw(live, chat.id)
}

/** Shows the chat as open again. */
function unmark(live: Live, chat: number): void {
  const row = live.chats.get(chat)
  if (!row) return
  const { closing: _, ...open } = row
  live.chats.set(chat, open)
  redraw(live, chat)
}

async function send(request: Request, received: number): Promise<Answer> {
  try {
    await request.send({ undoFor: UNDO_FOR, received })
    return { is: 'taken' }
  } catch (error) {
    const isLost = error instanceof ApiError && error.mayPass
    return { is: isLost ? 'unknown' : 'refused', problem: request.say(error) }
  }
}

/** Whether the server took a closing whose answer was lost: the row says so. */
async function isTaken(live: Live, chat: number): Promise<boolean> {
  try {
    const row = await retryWhileUnavailable(() => call('GET /chats/:chat', { params: { chat } }))
    storeChat(live, row)
    return row.closing !== undefined
  } catch {
    // It is looked for again when the inbox is read with the next connection.
    return false
  }
}

/** Says so when the chat stays open although this agent did not undo. */
function watch(live: Live, closing: Closing, answered: Promise<Answer>): void {
  const { key, chat, received } = closing
  let answer: Answer | null = null
  let isOver = false
  const end = () => {
    isOver = true
    stop()
  }
  const fail = (problem: string) => tell({ ...closing, state: { is: 'failed', undo: false, problem } })
  const look = () => {
    if (isOver) return
    // Without an answer the closing may still fail, and that is said also when the notice is gone.
    if (undone.has(key) || (answer?.is === 'taken' && !isClosing(key))) return end()
    const row = live.chats.get(chat)
    if (row?.closing) return
    const visitorWrote = (row?.received ?? 0) > received
    // The row may have changed before the server took the closing, which keeps the chat open only for a message.
    if (row?.state === 'open' && !visitorWrote && !answer) return
    end()
    if (!row || row.state === 'closed') return dismiss(key)
    if (!visitorWrote && answer?.is === 'unknown') return fail(answer.problem)
    tell({ ...closing, state: { is: 'stays', by: visitorWrote ? 'visitor' : 'agent' } })
    setTimeout(() => dismiss(key), NOTICE_SHOWN)
  }
  const stop = live.chats.subscribe(chat, look)
  const hear = async () => {
    const said = await answered
    if (said.is === 'refused') {
      end()
      unmark(live, chat)
      if (!undone.has(key)) fail(said.problem)
      return
    }
    const wasLost = said.is === 'unknown' && !undone.has(key)
    answer = wasLost && (await isTaken(live, chat)) ? { is: 'taken' } : said
    look()
  }
  void hear()
}

/** Takes the closing back. Resolves with whether the chat stays open. */
export async function undo(live: Live, closing: Closing): Promise<boolean> {
  const { key, chat } = closing
  undone.add(key)
  const answered = answers.get(key)
  dismiss(key)
  const answer = await answered
  // After a lost answer the server may be closing the chat. A chat that is not closing stays as it is.
  if (!answer || answer.is === 'refused') return false
  try {
    storeChat(live, await keepOpen(chat))
    return true
  } catch (error) {
    tell({ ...closing, state: { is: 'failed', undo: true, problem: saying(error) } })
    return false
  }
}
