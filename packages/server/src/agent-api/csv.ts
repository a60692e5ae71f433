/** A cell; null is an empty one. */
export type Cell = string | number | null

/**
 * Text that spreadsheets execute: cells that begin with `=`, `+`, `-` or `@`, also after a tab or a line break; some
 * programs include the full-width signs. A cell with foreign text that begins so must not be executed (T6). In locales
 * with semicolon lists, programs also end cells at semicolons and line breaks, even within quotes.
 */
const FORMULA = /(?<=^|[;\t\r\n])(?=[=+\-@\t\r\n＝＋－＠])/g

/** A CSV line by RFC 4180, with its line break. Foreign text is never executed by the program that opens it (T6). */
export function toCsvLine(cells: readonly Cell[]): string {
  return `${cells.map(toCell).join(',')}\r\n`
}

function toCell(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  let text = cell
  text = text.replaceAll(FORMULA, "'") // guard T6
  return /[",\r\n']/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
