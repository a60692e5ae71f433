import { Cell } from '../live/cells.ts'

/** A key press, or the end of an act, asks the conversation of a chat for an action, if it is open: a new object each time. */
export const replyRequest = new Cell<{ to: 'reply' | 'note'; chat: number } | null>(null)
