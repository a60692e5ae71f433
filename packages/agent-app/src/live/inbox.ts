import type { Chat, ChatForMe, ChatsPage } from '@deskbell/protocol/agent/chat'
import { ApiError, call, saying } from '../api/client.ts'
import { retryWhileUnavailable } from '../api/while-unavailable.ts'
import { concerns } from './alerts.ts'
import { publish, publishSoon, relist, setView } from './publish.ts'
import { BUSY, IDLE, type Live, NO_THREAD } from './state.ts'
import { redactThread } from './thread.ts'
import { conditionsOf, isFiltered, isSearched, type List, viewOf, VIEWS } from './lists.ts'
import { comesToQueue, type Extent, newer, place } from './views.ts'

const PAGE = 50
const LARGEST_PAGE = 200

const query = (list: List, limit: number, after?: string | null) =>
  retryWhileUnavailable(() => ask(list, { limit, after: after ?? undefined }))

function ask(list: List, page: { limit: number; after: string | undefined }): Promise<ChatsPage> {
  const view = viewOf(list)
  if (view === 'closed' && isFiltered(list))
    return call('GET /search/chats', { query: { view, ...conditionsOf(list), ...page } })
  if (view === 'closed') return call('GET /chats', { query: { state: 'closed', ...page } })
  const { q, ...filter } = conditionsOf(list)
  if (q !== undefined) return call('GET /search/chats', { query: { q, view, ...filter, ...page } })
  return call('GET /chats', { query: { view, ...filter, ...page } })
}

/** `before`: the extent of the pages before, which holds when this page is empty. */
const toExtent = (list: List, page: ChatsPage, before?: Extent): Extent => {
  const last = page.chats.at(-1)
  const extent = { next: page.next, edge: last ? place(list, last) : (before?.edge ?? { at: 0, id: 0 }) }
  if (!isSearched(list)) return extent
  return { ...extent, found: new Set([...(before?.found ?? []), ...page.chats.map(({ id }) => id)]) }
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

function storePage(live: Live, chats: Iterable<ChatForMe>): void {
  for (const chat of chats) {
    // The page has the exact number; a guess may be larger.
    const known = live.chats.get(chat.id)
    if (known && live.guessed.delete(chat.id)) live.chats.set(chat.id, { ...known, seen: chat.seen })
    storeRow(live, chat)
    live.news.get()?.add(chat.id)
  }
}

/** Stores a chat as the server answered it: with what this agent has read of it. */
export function storeChat(live: Live, chat: ChatForMe): void {
  storePage(live, [chat])
  live.unpublished.chats.add(chat.id)
  publish(live)
}

/** What the socket says about a changed chat besides its row. */
export type ChatNews = { seen?: number; visitorWrote?: true }

/**
 * Stores a chat from the socket and announces what happened, without a request: the row of a chat that is not loaded is
 * complete, and the server reports what this agent has read of it.
 */
export function receiveChat(live: Live, chat: Chat, { seen: told, visitorWrote }: ChatNews = {}): void {
  const known = live.chats.get(chat.id)
  const of = { chat: chat.id, visitor: chat.visitor }
  // Chats that wait for a department of other agents are not announced.
  const isOurs = chat.owner !== 'queue' || concerns(live, chat)
  const isMessage = known ? chat.received > known.received : visitorWrote === true
  if (known && chat.failed > known.failed) live.arrival.set({ what: 'failure', ...of })
  else if (isOurs && known && comesToQueue(known, chat, live.me.get().id)) live.arrival.set({ what: 'waiting', ...of })
  // Messages that a bot answers are not announced.
  else if (isOurs && isMessage && chat.owner !== 'bot' && chat.state === 'open')
    live.arrival.set({ what: 'message', ...of })

  if (told !== undefined) live.told.set(chat.id, told)
  const read = known?.seen ?? live.told.get(chat.id)
  if (read === undefined) live.guessed.add(chat.id)
  // Until the server reports the number, the newest message of a visitor counts as unread.
  const guess = chat.previewFrom === 'visitor' ? Math.max(0, chat.received - 1) : chat.received
  storeRow(live, { ...chat, seen: read ?? guess })
  live.news.get()?.add(chat.id)
  // Other screens may show the chat in lists of their own.
  if (chat.erased && !known) live.erased.set({ chat: chat.id })
  publishSoon(live, chat.id)
}

/** Records what this agent has read of a chat. The number grows, except that it may correct a guess. */
export function seen(live: Live, id: number, { count, n = 0 }: { count: number; n?: number | undefined }): void {
  live.told.set(id, Math.max(count, live.told.get(id) ?? 0))
  const chat = live.chats.get(id)
  const guessed = live.guessed.delete(id)
  if (!chat) return
  const known = chat.read ?? 0
  const isKnown = chat.seen === count || (chat.seen > count && !guessed)
  if (isKnown && n <= known) return
  const read = Math.max(known, n)
  live.chats.set(id, { ...chat, seen: isKnown ? chat.seen : count, ...(read > 0 && { read }) })
  publishSoon(live, id)
}

/**
 * Reads the first page of a list, unless it is loaded. Before the first connection it only asks for the page: the inbox
 * is read when the socket is open, because an earlier answer may lack what happens in between, and would be read twice.
 */
export async function readView(live: Live, view: List): Promise<void> {
  const state = live.views.get(view)
  if (state?.extent || state?.loading.state === 'busy') return
  setView(live, view, { loading: BUSY })
  if (live.connection.get().status === 'connecting') return
  try {
    const page = await query(view, PAGE)
    storePage(live, page.chats)
    setView(live, view, { loading: IDLE, extent: toExtent(view, page) })
    relist(live)
  } catch (error) {
    setView(live, view, { loading: { state: 'failed', problem: saying(error) } })
  }
}

/** Resolves when no request for the first page of a list is under way or waits for the connection. */
export function whenRead(live: Live, list: List): Promise<void> {
  const isBusy = () => live.views.get(list)?.loading.state === 'busy'
  if (!isBusy()) return Promise.resolve()
  return new Promise((resolve) => {
    const stop = live.views.subscribe(list, () => {
      if (isBusy()) return
      stop()
      resolve()
    })
  })
}

/** How many lists with conditions are kept up to date besides the views. */
const FILTERED_MAX = 12

/** Drops lists with conditions that were not read for the longest time. */
export function forgetLists(live: Live, ...shown: readonly List[]): void {
  const filtered = [...live.views.keys()].filter((list) => isFiltered(list) && !shown.includes(list))
  const isOld = (list: List, at: number) => conditionsOf(list).q !== undefined || at < filtered.length - FILTERED_MAX
  for (const [at, list] of filtered.entries()) if (isOld(list, at)) live.views.delete(list)
}

/** Reads the loaded part of a list again: time has passed, or the server knows chats that are not loaded. */
export async function renewList(live: Live, list: List): Promise<void> {
  const state = live.views.get(list)
  if (!state?.extent || state.loading.state === 'busy') return
  relist(live)
  const size = Math.min(LARGEST_PAGE, Math.max(PAGE, state.ids.length))
  const page = await query(list, size).catch(() => null)
  if (!page || !live.views.get(list)?.extent) return
  storePage(live, page.chats)
  setView(live, list, { extent: toExtent(list, page) })
  relist(live)
}

/** Reads the next page of a list. */
export async function readMore(live: Live, view: List): Promise<void> {
  const state = live.views.get(view)
  if (!state?.extent?.next || state.loading.state === 'busy') return
  setView(live, view, { loading: BUSY })
  try {
    const page = await query(view, PAGE, state.extent.next)
    storePage(live, page.chats)
    setView(live, view, { loading: IDLE, extent: toExtent(view, page, state.extent) })
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
  const views = [
    ...VIEWS.filter((view) => view !== 'closed' || live.views.get(view)),
    ...[...live.views.keys()].filter(isFiltered),
  ]
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
    // A newer refresh has begun: what was read here may be older than what it has heard.
    if (live.news.get() !== heard) return
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
    storePage(live, fresh.values())
    for (const [index, view] of views.entries()) {
      setView(live, view, { loading: IDLE, extent: toExtent(view, pages[index]!) })
    }
    relist(live)
  } catch (error) {
    if (live.news.get() !== heard) return
    for (const view of views) setView(live, view, { loading: { state: 'failed', problem: saying(error) } })
  } finally {
    if (live.news.get() === heard) live.news.set(null)
  }
}
