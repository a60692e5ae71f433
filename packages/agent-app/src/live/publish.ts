import { now } from '../runtime.ts'
import { concerns } from './alerts.ts'
import { type Live, NO_VIEW, type ViewState } from './state.ts'
import type { List } from './lists.ts'
import { listAfter, listOf, unreadFor } from './views.ts'

/** While much happens, the lists and the unread count change at most once in this time, ms. */
const PACE = 250

export const setView = (live: Live, view: List, change: Partial<ViewState>): void =>
  live.views.set(view, { ...(live.views.get(view) ?? NO_VIEW), ...change })

/** Publishes the lists and the unread count now; an unchanged list keeps its identity. */
export function publish(live: Live): void {
  const { unpublished } = live
  const { chats: changed, all, timer } = unpublished
  clearTimeout(timer)
  live.unpublished = { chats: new Set(), all: false, at: now(), timer: undefined }
  const me = live.me.get().id
  for (const view of live.views.keys()) {
    const state = live.views.get(view)
    if (!state?.extent) continue
    const { ids: before, extent } = state
    const ids = all
      ? listOf(view, live.chats.values(), extent, me)
      : listAfter(view, { ids: before, extent }, changed, { chats: live.chats, me })
    const isSame = ids.length === before.length && ids.every((id, index) => id === before[index])
    if (!isSame) setView(live, view, { ids })
  }
  countUnread(live, all ? null : changed)
}

/** Counts the unread messages of these chats anew; null: of all. With thousands of chats the others are not looked at. */
function countUnread(live: Live, changed: ReadonlySet<number> | null): void {
  const me = live.me.get().id
  const { counted } = live
  let sum = live.unread.get()
  if (!changed) {
    counted.clear()
    sum = 0
  }
  for (const id of changed ?? live.chats.keys()) {
    const chat = live.chats.get(id)
    const unread = chat ? unreadFor(chat, me, (one) => concerns(live, one)) : 0
    sum += unread - (counted.get(id) ?? 0)
    if (unread > 0) counted.set(id, unread)
    else counted.delete(id)
  }
  live.unread.set(sum)
}

/** Recomputes the lists of all chats now. */
export function relist(live: Live): void {
  live.unpublished.all = true
  publish(live)
}

/** Publishes a changed row: at once after a rest, together with others while much happens. Null: any row may have. */
export function publishSoon(live: Live, chat: number | null): void {
  const { unpublished } = live
  if (chat === null) unpublished.all = true
  else unpublished.chats.add(chat)
  if (unpublished.timer !== undefined) return
  const wait = unpublished.at + PACE - now()
  // A clock that was set back must not stop the lists.
  if (wait <= 0 || wait > PACE) publish(live)
  else unpublished.timer = setTimeout(() => publish(live), wait)
}

/** Ends publishing with the session. */
export const stopPublishing = (live: Live): void => clearTimeout(live.unpublished.timer)
