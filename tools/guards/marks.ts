import { readFileSync } from 'node:fs'

const MARK = /\/\/ guard((?: [A-Z]\d+)+)$/

/** A line of code that guards against a threat, for one of the threats that it is marked with. */
export interface Guard {
  id: string
  file: string
  line: number
  /** The same for as long as the line says the same, wherever in its file it stands. */
  key: string
}

/** The threats that a line of code guards against: `if (…) return refuse() // guard T13 T14`. */
export function guardsOf(line: string): string[] {
  return MARK.exec(line.trimEnd())?.[1]?.trim().split(' ') ?? []
}

/** All marked lines in these files, once for each threat. */
export function findGuards(files: string[]): Guard[] {
  return files.flatMap((file) => {
    const times = new Map<string, number>()
    return readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((text, index) =>
        guardsOf(text).map((id): Guard => {
          const says = `${file} ${id} ${text.replace(MARK, '').trim()}`
          const n = (times.get(says) ?? 0) + 1
          times.set(says, n)
          return { id, file, line: index + 1, key: n === 1 ? says : `${says} (${n})` }
        }),
      )
  })
}

/** The same text with one line (from 1) empty, every other line where it was. */
export function withoutLine(text: string, line: number): string {
  const lines = text.split('\n')
  lines[line - 1] = nothingAfter(lines[line - 2], lines[line - 1] ?? '')
  return lines.join('\n')
}

/** After an `if (…)` on the line before, nothing has to be said, or what follows would be its branch. */
function nothingAfter(before = '', line: string): string {
  return before.trimEnd().endsWith(')') && indentOf(before) < indentOf(line) ? ';' : ''
}

function indentOf(line: string): number {
  return line.search(/\S/)
}
