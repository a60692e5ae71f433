import { Cell } from '../live/cells.ts'

/** The text of the filter; the same for all views. */
export const filter = new Cell('')

/** The chat whose row is active. One row at a time is in the tab order. */
export const active = new Cell<number | null>(null)

/** Asks the list to scroll to its active row and focus it: a new object each time. */
export const focusAsked = new Cell<{ by: 'keys' } | null>(null)
export const askFocus = (): void => focusAsked.set({ by: 'keys' })

export const FILTER_ID = 'inbox-filter'
export const rowId = (chat: number): string => `chat-${chat}`
