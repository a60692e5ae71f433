import type { ChatForMe } from '@deskbell/protocol/agent/chat'
import type { Department } from '@deskbell/protocol/agent/department'
import type { Me } from '@deskbell/protocol/agent/people'
import { relist, setView } from './publish.ts'
import { IDLE, type Live, type ThreadState } from './state.ts'
import type { View } from './lists.ts'
import type { Extent } from './views.ts'

/** Changes with the shape of what is stored: a snapshot of another version is not read. */
export const VERSION = 4
/** Rows of a view, and conversations besides the open one, that are kept. */
const ROWS = 100
const THREADS = 5
const KEPT_VIEWS = ['waiting', 'mine', 'all'] as const satisfies readonly View[]

/** The inbox as it was last seen by this agent in this browser: the next start shows it before the server answers. */
export interface Snapshot {
  readonly version: number
  readonly me: Me
  readonly chats: readonly ChatForMe[]
  readonly views: readonly { readonly view: View; readonly ids: readonly number[]; readonly extent: Extent }[]
  readonly threads: readonly (readonly [chat: number, thread: ThreadState])[]
  readonly departments: readonly Department[]
}

/** Null: no view is loaded yet. */
export function toSnapshot(live: Live): Snapshot | null {
  const views = KEPT_VIEWS.flatMap((view) => {
    const { ids = [], extent = null } = live.views.get(view) ?? {}
    if (!extent) return []
    if (ids.length <= ROWS) return [{ view, ids, extent }]
    // More chats follow, which the next connection reads.
    return [{ view, ids: ids.slice(0, ROWS), extent: { ...extent, next: extent.next ?? '' } }]
  })
  if (views.length === 0) return null
  const open = live.open.get()
  const loaded = [...live.threads.keys()].filter((chat) => live.threads.get(chat)?.thread && live.chats.get(chat))
  const chosen = new Set([...loaded.slice(-THREADS), ...loaded.filter((chat) => chat === open)])
  const kept = new Set([...views.flatMap(({ ids }) => ids), ...chosen])
  return {
    version: VERSION,
    me: live.me.get(),
    chats: [...kept].flatMap((chat) => live.chats.get(chat) ?? []),
    views,
    threads: [...chosen].flatMap((chat) => {
      const state = live.threads.get(chat)
      return state ? [[chat, { ...state, loading: IDLE, older: IDLE }] as const] : []
    }),
    departments: live.departments.get(),
  }
}

/** Shows a snapshot in a new session. What has changed since comes with the first connection. */
export function restore(live: Live, { chats, views, threads, departments }: Snapshot): void {
  live.departments.set(departments)
  for (const chat of chats) live.chats.set(chat.id, chat)
  for (const { view, ids, extent } of views) setView(live, view, { ids, extent, loading: IDLE })
  for (const [chat, thread] of threads) live.threads.set(chat, thread)
  relist(live)
}
