import type { Task } from '@deskbell/protocol/agent/task'
import { parseCursor, toCursor } from '../agent-api/page.ts'
import type { Asked } from './read.ts'

/** In a cursor: later than every time, for a task without a date. */
const UNDATED = Date.UTC(9999, 0)

/** The start of the page behind a task, as an opaque cursor for the client. */
export const toPosition = ({ id, due, done }: Task): string => toCursor({ at: done?.at ?? due ?? UNDATED, id })

/** Throws Invalid('/after') for a text that is not a cursor. */
export function parsePosition(cursor: string | undefined): Asked['after'] {
  const position = parseCursor(cursor)
  return position && { id: position.id, at: position.at === UNDATED ? null : position.at }
}
