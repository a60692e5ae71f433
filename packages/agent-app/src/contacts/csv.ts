/** Signs that divide the cells of a line, the most common one of its first line. */
const DELIMITERS = [',', ';', '\t'] as const

/** A line of a file: its cells, and the number of the line that it begins on. */
export interface CsvRow {
  readonly line: number
  readonly cells: readonly string[]
}

/** The text of a file: UTF-8, else the Western encoding that older spreadsheets write. */
export function decodeFile(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** The rows of a CSV file (RFC 4180), without empty ones. The delimiter is found in the first line. */
export function parseCsv(text: string): CsvRow[] {
  const delimiter = delimiterOf(text)
  const rows: CsvRow[] = []
  let cells: string[] = []
  let cell = ''
  let quoted = false
  let line = 1
  let began = 1
  const endCell = () => {
    cells.push(cell)
    cell = ''
  }
  const endRow = () => {
    endCell()
    if (cells.some((one) => one.trim() !== '')) rows.push({ line: began, cells })
    cells = []
  }
  for (let at = text.startsWith('\uFEFF') ? 1 : 0; at < text.length; at++) {
    const sign = text[at]
    if (sign === '\n') line++
    if (quoted) {
      if (sign !== '"') cell += sign
      else if (text[at + 1] === '"') {
        cell += '"'
        at++
      } else quoted = false
    } else if (sign === '"' && cell === '') quoted = true
    else if (sign === delimiter) endCell()
    else if (sign === '\n' || sign === '\r') {
      if (sign === '\r' && text[at + 1] === '\n') {
        at++
        line++
      }
      endRow()
      began = line
    } else cell += sign
  }
  if (cell !== '' || cells.length > 0) endRow()
  return rows
}

function delimiterOf(text: string): string {
  const [first = ''] = text.split(/[\r\n]/, 1)
  const plain = first.replaceAll(/"[^"]*"/g, '')
  return DELIMITERS.toSorted((a, b) => plain.split(b).length - plain.split(a).length)[0] ?? ','
}
