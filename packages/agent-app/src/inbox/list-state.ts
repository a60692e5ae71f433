import { Cell } from '../live/cells.ts'

/** What is typed into the filter; the same for all views. */
export const filter = new Cell('')

/** The line of the list that the keyboard is on, by chat. One at a time is in the tab order. */
export const active = new Cell<number | null>(null)

/** Asks the list to bring its active line into sight and focus it: a new object each time. */
export const focusAsked = new Cell<{ by: 'keys' } | null>(null)
export const askFocus = (): void => focusAsked.set({ by: 'keys' })

export const FILTER_ID = 'inbox-filter'
export const rowId = (chat: number): string => `chat-${chat}`
