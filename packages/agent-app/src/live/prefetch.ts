import { readThread } from './history.ts'
import type { Live } from './state.ts'

/** The chats before and after a chat in a list, the next one first; the first ones of the list when it is not in it. */
export function neighboursOf(ids: readonly number[], chat: number | null): number[] {
  const at = chat === null ? -1 : ids.indexOf(chat)
  const places = at < 0 ? [0, 1] : [at + 1, at - 1, at + 2]
  return places.flatMap((place) => ids[place] ?? [])
}

/**
 * Reads the newest messages of chats that are likely to be opened next, one after the other, so that they are there
 * when the agent opens them. Loaded chats are not read again. Ends when `isCurrent` does.
 */
export async function prefetch(live: Live, chats: readonly number[], isCurrent: () => boolean): Promise<void> {
  for (const chat of chats) {
    if (!isCurrent() || live.connection.get().status !== 'live') return
    const state = live.threads.get(chat)
    // A chat that failed to load says so when it is opened.
    if (!state || state.loading.state === 'no') await readThread(live, chat)
  }
}
