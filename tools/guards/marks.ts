const MARK = /\/\/ guard((?: [A-Z]\d+)+)$/

/** The threats that a line of code guards against: `if (…) return refuse() // guard T13 T14`. */
export function guardsOf(line: string): string[] {
  return MARK.exec(line.trimEnd())?.[1]?.trim().split(' ') ?? []
}

/** The same text with the lines that guard against `id` empty, every other line where it was. */
export function withoutGuard(text: string, id: string): string {
  const lines = text.split('\n')
  return lines.map((line, at) => (guardsOf(line).includes(id) ? nothingAfter(lines[at - 1], line) : line)).join('\n')
}

/** After an `if (…)` on the line before, nothing has to be said, or what follows would be its branch. */
function nothingAfter(before = '', line: string): string {
  return before.trimEnd().endsWith(')') && indentOf(before) < indentOf(line) ? ';' : ''
}

function indentOf(line: string): number {
  return line.search(/\S/)
}
