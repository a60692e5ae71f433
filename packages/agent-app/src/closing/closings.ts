import type { ChatForMe } from '@deskbell/protocol/agent/chat'
import { saying } from '../api/client.ts'
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

const requests = new Map<number, Promise<boolean>>()
let lastKey = 0

const change = (key: number, state: Closing['state']): void =>
  closings.set(closings.get().map((one) => (one.key === key ? { ...one, state } : one)))

const isClosing = (key: number): boolean => closings.get().some((one) => one.key === key && one.state.is === 'closing')

/** Takes the row out of the lists, or puts it back, at once. */
function redraw(live: Live, chat: number): void {
  live.unpublished.chats.add(chat)
  publish(live)
}

export function dismiss(key: number): void {
  requests.delete(key)
  closings.set(closings.get().filter((one) => one.key !== key))
}

/** How a closing reaches the server, and how its refusal is said. A macro closes in its own request. */
type Request = { send: (how: HowToClose) => Promise<void>; say: (error: unknown) => string }

/**
 * Closes a chat with time to undo. Its row leaves the lists at once; the server closes the chat when the time is over,
 * also when this window is gone by then.
 */
export function beginClosing(
  live: Live,
  id: number,
  view: List,
  request: Request = { send: (how) => closeChat(live, id, how), say: saying },
): void {
  const chat = live.chats.get(id)
  if (!chat || chat.state === 'closed' || chat.closing) return
  const key = ++lastKey
  const { received } = chat
  const closing: Closing = { key, chat: id, received, view, name: whoOf(chat), state: { is: 'closing' } }
  closings.set([...closings.get(), closing].slice(-SHOWN_MAX))
  mark(live, chat)
  const sent = send(live, closing, request)
  requests.set(key, sent)
  setTimeout(() => {
    if (isClosing(key)) dismiss(key)
  }, UNDO_SHOWN)
  watch(live, closing, sent)
}

/** Shows the chat as closing before the server has answered. */
function mark(live: Live, chat: ChatForMe): void {
  const { id, name } = live.me.get()
  live.chats.set(chat.id, { ...chat, closing: { until: now() + UNDO_FOR, agent: { id, name } } })
  redraw(live, chat.id)
}

/** Resolves with whether the server took the closing. */
async function send(live: Live, { key, chat, received }: Closing, request: Request): Promise<boolean> {
  try {
    await request.send({ undoFor: UNDO_FOR, received })
    return true
  } catch (error) {
    const row = live.chats.get(chat)
    if (row) {
      const { closing: _, ...open } = row
      live.chats.set(chat, open)
      redraw(live, chat)
    }
    if (closings.get().some((one) => one.key === key))
      change(key, { is: 'failed', undo: false, problem: request.say(error) })
    return false
  }
}

/** Says so when the chat stays open although this agent did not undo. */
function watch(live: Live, { key, chat, received }: Closing, sent: Promise<boolean>): void {
  let isTaken = false
  const look = () => {
    if (!isClosing(key)) return stop()
    const row = live.chats.get(chat)
    if (row?.closing) return
    const visitorWrote = (row?.received ?? 0) > received
    // The row may have changed before the server took the closing, which keeps the chat open only for a message.
    if (row?.state === 'open' && !visitorWrote && !isTaken) return
    stop()
    if (!row || row.state === 'closed') return dismiss(key)
    change(key, { is: 'stays', by: visitorWrote ? 'visitor' : 'agent' })
    setTimeout(() => dismiss(key), NOTICE_SHOWN)
  }
  const stop = live.chats.subscribe(chat, look)
  void sent.then((taken) => {
    isTaken = taken
    look()
  })
}

/** Takes the closing back. Resolves with whether the chat stays open. */
export async function undo(live: Live, { key, chat, ...closing }: Closing): Promise<boolean> {
  const request = requests.get(key)
  dismiss(key)
  if (!(await request)) return false
  try {
    storeChat(live, await keepOpen(chat))
    return true
  } catch (error) {
    const state = { is: 'failed', undo: true, problem: saying(error) } as const
    closings.set([...closings.get(), { ...closing, key, chat, state }])
    return false
  }
}
