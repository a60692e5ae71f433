import { Cell } from '../live/cells.ts'

/** A key asks the open conversation for something: a new object each time. */
export const asked = new Cell<{ to: 'reply' } | null>(null)
