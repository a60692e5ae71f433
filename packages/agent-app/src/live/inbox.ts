import type { Chat, ChatForMe, ChatsPage } from '@deskbell/protocol/agent/chat'
import { ApiError, call, saying } from '../api/client.ts'
import { retryWhileUnavailable } from '../api/while-unavailable.ts'
import { concerns } from './alerts.ts'
import { type Arrival, BUSY, IDLE, type Live, NO_THREAD, NO_VIEW, type ViewState } from './state.ts'
import { redactThread } from './thread.ts'
import { comesToQueue, listOf, newer, place, unreadOfAll, type View, VIEWS } from './views.ts'

const PAGE = 50
const LARGEST_PAGE = 200

const setView = (live: Live, view: View, change: Partial<ViewState>) =>
  live.views.set(view, { ...(live.views.get(view) ?? NO_VIEW), ...change })

const query = (view: View, limit: number, after?: string | null) => {
  const which = view === 'closed' ? ({ state: 'closed' } as const) : { view }
  return retryWhileUnavailable(() => call('GET /chats', { query: { ...which, limit, after: after ?? undefined } }))
}

const toExtent = (view: View, page: ChatsPage) => {
  const last = page.chats.at(-1)
  return { next: page.next, edge: last ? place(view, last) : 0 }
}

/** Recomputes the lists and the unread count from the chats; an unchanged list keeps its identity. */
export function relist(live: Live): void {
  const me = live.me.get().id
  for (const view of VIEWS) {
    const state = live.views.get(view)
    if (!state?.extent) continue
    const ids = listOf(view, live.chats.values(), state.extent, me)
    const same = ids.length === state.ids.length && ids.every((id, index) => id === state.ids[index])
    if (!same) setView(live, view, { ids })
  }
  live.unread.set(unreadOfAll(live.chats.values(), me, (chat) => concerns(live, chat)))
}

/** Keeps the newer row of a chat. An erasure takes effect at once on all loaded data of the chat. */
function storeRow(live: Live, chat: ChatForMe): void {
  const known = live.chats.get(chat.id)
  live.chats.set(chat.id, newer(known, chat))
  if (!chat.erased) return
  const state = live.threads.get(chat.id)
  if (state?.thread && !state.thread.folded.erased)
    live.threads.set(chat.id, { ...state, thread: redactThread(state.thread) })
  if (known && !known.erased) live.erased.set({ chat: chat.id })
}

/** Stores a chat as this agent has read it. */
export function storeChat(live: Live, chat: ChatForMe): void {
  storeRow(live, chat)
  live.news.get()?.add(chat.id)
  relist(live)
}

/**
 * Announces a message in an unknown chat, if its newest entry is a message: the row may have come for another reason.
 */
async function announceIfMessage(live: Live, chat: Chat, arrival: Arrival): Promise<void> {
  if (chat.last > 1) {
    const query = { before: chat.last + 1, limit: 1 }
    const [newest] = (await call('GET /chats/:chat/entries', { params: { chat: chat.id }, query })).entries
    if (newest?.type !== 'message' || newest.from !== 'visitor') return
  }
  live.arrival.set(arrival)
}

/** Stores a chat from the socket, which does not say what this agent has read of it. */
export function receiveChat(live: Live, chat: Chat): void {
  const known = live.chats.get(chat.id)
  const of = { chat: chat.id, name: chat.visitor.name }
  // Chats that wait for a department of other agents are not announced.
  const isOurs = chat.owner !== 'queue' || concerns(live, chat)
  if (known && chat.failed > known.failed) live.arrival.set({ what: 'failure', ...of })
  else if (isOurs && known && comesToQueue(known, chat, live.me.get().id)) live.arrival.set({ what: 'waiting', ...of })
  // Messages that a bot answers are not announced.
  else if (
    isOurs &&
    chat.owner !== 'bot' &&
    chat.received > (known?.received ?? 0) &&
    chat.previewFrom === 'visitor' &&
    chat.state === 'open'
  ) {
    const message: Arrival = { what: 'message', ...of }
    if (known) live.arrival.set(message)
    else announceIfMessage(live, chat, message).catch(() => {})
  }
  if (known) return storeChat(live, { ...chat, seen: known.seen })
  // The chat is not in the loaded pages. It is shown at once with its newest message unread; then the server reports
  // the unread count.
  storeChat(live, { ...chat, seen: chat.previewFrom === 'visitor' ? Math.max(0, chat.received - 1) : chat.received })
  // Other screens may show the chat in lists of their own.
  if (chat.erased) live.erased.set({ chat: chat.id })
  if (chat.received <= 1) return
  call('GET /chats/:chat', { params: { chat: chat.id } }).then(
    (full) => {
      const held = live.chats.get(chat.id)
      live.chats.set(chat.id, held && held.last > full.last ? { ...held, seen: full.seen } : full)
      relist(live)
    },
    () => {},
  )
}

/** Records what this agent has read of a chat. */
export function seen(live: Live, id: number, count: number): void {
  const chat = live.chats.get(id)
  if (!chat || chat.seen >= count) return
  live.chats.set(id, { ...chat, seen: count })
  relist(live)
}

/** Reads the first page of a view, unless it is loaded. */
export async function readView(live: Live, view: View): Promise<void> {
  const state = live.views.get(view)
  if (state?.extent || state?.loading.state === 'busy') return
  setView(live, view, { loading: BUSY })
  try {
    const page = await query(view, PAGE)
    for (const chat of page.chats) storeRow(live, chat)
    setView(live, view, { loading: IDLE, extent: toExtent(view, page) })
    relist(live)
  } catch (error) {
    setView(live, view, { loading: { state: 'failed', problem: saying(error) } })
  }
}

/** Reads the next page of a view. */
export async function readMore(live: Live, view: View): Promise<void> {
  const state = live.views.get(view)
  if (!state?.extent?.next || state.loading.state === 'busy') return
  setView(live, view, { loading: BUSY })
  try {
    const page = await query(view, PAGE, state.extent.next)
    for (const chat of page.chats) storeRow(live, chat)
    const { next, edge } = toExtent(view, page)
    setView(live, view, { loading: IDLE, extent: { next, edge: page.chats.length ? edge : state.extent.edge } })
    relist(live)
  } catch (error) {
    setView(live, view, { loading: { state: 'failed', problem: saying(error) } })
  }
}

/** The row of the open chat: null when the server did not answer, an error when the agent may no longer read it. */
const readOpen = (chat: number): Promise<ChatForMe | ApiError | null> =>
  retryWhileUnavailable(() => call('GET /chats/:chat', { params: { chat } })).catch((error: unknown) =>
    error instanceof ApiError && (error.status === 403 || error.status === 404) ? error : null,
  )

/**
 * Refetches all loaded pages (up to 200 chats per view), and drops chats that are in no view any more. After a lost
 * connection no loaded data is known to be current.
 */
export async function refreshInbox(live: Live): Promise<void> {
  const views = VIEWS.filter((view) => view !== 'closed' || live.views.get(view))
  const heard = new Set<number>()
  live.news.set(heard)
  for (const view of views) setView(live, view, { loading: BUSY })
  try {
    const open = live.open.get()
    const [here, ...pages] = await Promise.all([
      open === null ? null : readOpen(open),
      ...views.map((view) =>
        query(view, Math.min(LARGEST_PAGE, Math.max(PAGE, live.views.get(view)?.ids.length ?? 0))),
      ),
    ])
    const fresh = new Map<number, ChatForMe>()
    const [line, gone] = here instanceof ApiError ? [null, here] : [here, null]
    for (const chat of [...pages.flatMap((page) => page.chats), ...(line ? [line] : [])]) {
      fresh.set(chat.id, newer(fresh.get(chat.id), chat))
    }
    // The open chat stays, unless the server reports that it is gone.
    const kept = (id: number) => fresh.has(id) || heard.has(id) || (id === live.open.get() && !(gone && id === open))
    for (const id of [...live.chats.keys()]) {
      if (kept(id)) continue
      live.chats.delete(id)
      // No further updates arrive for the chat; it is refetched when it is opened.
      live.threads.delete(id)
    }
    if (open !== null && gone && !kept(open)) {
      live.threads.set(open, { ...NO_THREAD, loading: { state: 'failed', problem: saying(gone) } })
    }
    for (const chat of fresh.values()) storeRow(live, chat)
    for (const [index, view] of views.entries()) {
      setView(live, view, { loading: IDLE, extent: toExtent(view, pages[index]!) })
    }
    relist(live)
  } catch (error) {
    for (const view of views) setView(live, view, { loading: { state: 'failed', problem: saying(error) } })
  } finally {
    if (live.news.get() === heard) live.news.set(null)
  }
}
