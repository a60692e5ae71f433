import type { Entry } from '@deskbell/protocol/agent/entry'
import { call, saying } from '../api/client.ts'
import { retryWhileUnavailable } from '../api/while-unavailable.ts'
import { now } from '../runtime.ts'
import { storeChat } from './inbox.ts'
import { BUSY, IDLE, type Live, NO_THREAD, type ThreadState } from './state.ts'
import { redactThread, toThread, withNewer, withOlder } from './thread.ts'

const PAGE = 60
/** Links to files are signed for a day; after half of it a conversation is refetched before it is shown. */
const FRESH = 12 * 60 * 60_000
/** The number of conversations kept in memory, so that returning to one is immediate. */
const KEPT = 30

const setThread = (live: Live, chat: number, change: Partial<ThreadState>) =>
  live.threads.set(chat, { ...(live.threads.get(chat) ?? NO_THREAD), ...change })

/** The reads that are under way. */
const reading = new WeakMap<Live, Map<number, Promise<void>>>()

/**
 * Reads the newest entries of a chat when none are loaded or they are stale. Further entries come by `follow`. A second
 * call resolves with the first one: a chat that is opened while it is read ahead is followed when it is there.
 */
export function readThread(live: Live, chat: number): Promise<void> {
  const all = reading.get(live) ?? new Map<number, Promise<void>>()
  reading.set(live, all)
  const underWay = all.get(chat)
  if (underWay) return underWay
  const read = readNewest(live, chat).finally(() => all.delete(chat))
  all.set(chat, read)
  return read
}

async function readNewest(live: Live, chat: number): Promise<void> {
  const state = live.threads.get(chat)
  // A refetch of the inbox may have dropped the chat's row.
  if (state?.thread && live.chats.get(chat) && now() - state.readAt < FRESH) return
  setThread(live, chat, { loading: BUSY })
  try {
    const [page, line] = await Promise.all([
      retryWhileUnavailable(() => call('GET /chats/:chat/entries', { params: { chat }, query: { limit: PAGE } })),
      live.chats.get(chat) ?? retryWhileUnavailable(() => call('GET /chats/:chat', { params: { chat } })),
    ])
    if (!live.chats.get(chat)) storeChat(live, line)
    const read = toThread(page)
    // The page may be older than an erasure that the row already reports.
    const thread = live.chats.get(chat)?.erased ? redactThread(read) : read
    const held = live.threads.get(chat)?.thread
    // Entries came meanwhile that the page lacks. It is read again later, because the links of what is held are still old.
    const isOlder = held && read.last < held.last
    setThread(live, chat, isOlder ? { loading: IDLE } : { thread, readAt: now(), loading: IDLE })
  } catch (error) {
    setThread(live, chat, { loading: { state: 'failed', problem: saying(error) } })
  }
  forgetOld(live)
}

/** Reads the page before the loaded entries. */
export async function readOlder(live: Live, chat: number): Promise<void> {
  const state = live.threads.get(chat)
  if (!state?.thread?.more || state.older.state === 'busy') return
  const { first } = state.thread
  setThread(live, chat, { older: BUSY })
  try {
    const page = await retryWhileUnavailable(() =>
      call('GET /chats/:chat/entries', { params: { chat }, query: { before: first, limit: PAGE } }),
    )
    const held = live.threads.get(chat)?.thread
    // When the thread was shortened meanwhile, entries between the page and it are missing.
    const fits = held?.first === first
    setThread(live, chat, fits ? { older: IDLE, thread: withOlder(held, page) } : { older: IDLE })
  } catch (error) {
    setThread(live, chat, { older: { state: 'failed', problem: saying(error) } })
  }
}

/**
 * Replaces the loaded entries of a chat by its newest page; earlier ones are read again when the agent scrolls up. Does
 * nothing when entries came that the page lacks, or when `isCurrent` has ended.
 */
export async function shorten(live: Live, chat: number, isCurrent: () => boolean): Promise<void> {
  const page = await call('GET /chats/:chat/entries', { params: { chat }, query: { limit: PAGE } }).catch(() => null)
  const held = live.threads.get(chat)?.thread
  if (!page || !held || !isCurrent()) return
  const read = toThread(page)
  if (read.last < held.last) return
  setThread(live, chat, { thread: held.folded.erased ? redactThread(read) : read, readAt: now() })
}

/** Adds entries from the socket. Returns whether entries are missing in between; `whole`: the server left none out. */
export function addEntries(live: Live, chat: number, entries: readonly Entry[], whole: boolean): { gap: boolean } {
  const held = live.threads.get(chat)?.thread
  if (!held) return { gap: false }
  const { thread, gap } = withNewer(held, entries, whole)
  if (thread !== held) setThread(live, chat, { thread })
  return { gap }
}

function forgetOld(live: Live): void {
  const ids = [...live.threads.keys()]
  for (const id of ids.slice(0, Math.max(0, ids.length - KEPT))) if (id !== live.open.get()) live.threads.delete(id)
}
