import type { Row } from './rows.ts'

/** Letters in a line, and heights of a line, of the space around it and of other rows, px: rather too small than too large. */
const LETTERS = 80
const LINE = 24
const AROUND = 14
const OTHER = 32
/** The space above a group of messages, and the time below it, px. */
const HEAD = 12
const TAIL = 20

const heightOf = (row: Row): number => {
  if (row.kind !== 'message' && row.kind !== 'pending') return OTHER
  const { text } = row.kind === 'message' ? row.item : row.pending
  const lines = Math.max(1, Math.ceil(text.length / LETTERS))
  return AROUND + LINE * lines + (row.head ? HEAD : 0) + (row.tail ? TAIL : 0)
}

/** The height of rows (px), by estimate. */
export const heightOfAll = (rows: readonly Row[]): number => rows.reduce((sum, row) => sum + heightOf(row), 0)

/**
 * Where the newest rows begin: those that fill a height (px), by estimate. Given as the number of the first entry among
 * them, which stays when rows are added before or after. When they do not fill it: `first`, the first loaded entry, or 0
 * with the beginning of the chat.
 */
export function tailFrom(rows: readonly Row[], height: number, first: number): number {
  let sum = 0
  for (let index = rows.length - 1; index >= 0; index--) {
    const row = rows[index]!
    sum += heightOf(row)
    if (sum >= height && index > 0 && 'item' in row) return row.item.n
  }
  return rows[0]?.kind === 'begin' ? 0 : first
}

function hasBegun(row: Row, from: number): boolean {
  if (row.kind === 'begin') return from === 0
  // A call stands with what follows it.
  if (row.kind === 'call') return from === 0
  return row.kind === 'pending' || row.item.n >= from
}

/** Divides the rows at an entry: those before it, and those from it on. Unsent messages are always among the newest. */
export function divide(rows: readonly Row[], from: number): { before: readonly Row[]; newest: readonly Row[] } {
  const at = rows.findIndex((row) => hasBegun(row, from))
  return at <= 0
    ? { before: at < 0 ? rows : [], newest: at < 0 ? [] : rows }
    : { before: rows.slice(0, at), newest: rows.slice(at) }
}
