import { Cell } from '../live/cells.ts'

/** The text of the filter; the same for all views. */
export const filter = new Cell('')

/** The chat whose row is active. One row at a time is in the tab order. */
export const active = new Cell<number | null>(null)

/** The chat whose row is under the pointer. */
export const pointed = new Cell<number | null>(null)

/** Asks the list to scroll to its active row and focus it: a new object each time. */
export const focusAsked = new Cell<{ by: 'keys' } | null>(null)
export const askFocus = (): void => focusAsked.set({ by: 'keys' })
/** The agent goes on typing: a request that still waits for the list is over. */
export const keepFocusHere = (): void => focusAsked.set(null)

export const FILTER_ID = 'inbox-filter'
export const rowId = (chat: number): string => `chat-${chat}`
/** The chat of the row that an element is in; null when it is in none. */
export function chatOfRow(target: EventTarget): number | null {
  const row = target instanceof Element ? target.closest('[role=option]') : null
  return row ? Number(row.id.slice(rowId(0).length - 1)) : null
}

/** The loaded chats that the agent is likely to open next, the likeliest first. */
export const ahead = new Cell<readonly number[]>([])
