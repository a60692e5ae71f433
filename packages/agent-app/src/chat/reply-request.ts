import { Cell } from '../live/cells.ts'

/** A key press asks the open conversation for an action: a new object each time. */
export const replyRequest = new Cell<{ to: 'reply' | 'note' } | null>(null)
