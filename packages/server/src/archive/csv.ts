/** A cell of a table: null is an empty one. */
export type Cell = string | number | null

/**
 * How programs that calculate begin what they calculate: `=1+1`, `+1`, `-1`, `@SUM(1)`, and with a tab or a line break before
 * it; wide forms of the signs count in some. A cell of somebody's words that begins so would be carried out (T6). Where lists
 * have semicolons, a program takes those, and line breaks too, for the ends of cells, whatever stands in quotes.
 */
const FORMULA = /(?<=^|[;\t\r\n])(?=[=+\-@\t\r\n＝＋－＠])/g

/** A line of a table as RFC 4180 has it, with the break at its end. Words stay words in whatever program opens it (T6). */
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
