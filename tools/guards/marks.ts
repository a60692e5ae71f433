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

/**
 * The same text without the guard of one line (from 1), every other line where it was: the line is empty, or, where it
 * names a condition (`const seen = exists && mayRead(it)`), the last part of the condition is gone.
 */
export function withoutLine(text: string, line: number): string {
  const lines = text.split('\n')
  const guarded = lines[line - 1] ?? ''
  lines[line - 1] = withoutLastPart(guarded) ?? nothingAfter(lines[line - 2], guarded)
  return lines.join('\n')
}

function withoutLastPart(line: string): string | undefined {
  return /^(\s*const \w+ = .+) && .+$/.exec(line.replace(MARK, ''))?.[1]
}

/** After an `if (…)` on the line before, nothing has to be said, or what follows would be its branch. */
function nothingAfter(before = '', line: string): string {
  return before.trimEnd().endsWith(')') && indentOf(before) < indentOf(line) ? ';' : ''
}

function indentOf(line: string): number {
  return line.search(/\S/)
}
