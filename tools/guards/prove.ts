import { readFileSync } from 'node:fs'
import type { Outcome } from '../step.ts'
import { runTests } from '../test/run.ts'
import { guardsOf } from './marks.ts'

const HOOK = new URL('hook.ts', import.meta.url).href

/** A line that guards against a threat. */
export interface Mark {
  file: string
  line: number
}

/** All marked lines in these files, by the id they are marked with. */
export function findMarks(files: string[]): Map<string, Mark[]> {
  const marks = new Map<string, Mark[]>()
  for (const file of files) {
    for (const [index, text] of readFileSync(file, 'utf8').split('\n').entries()) {
      for (const id of guardsOf(text)) marks.set(id, [...(marks.get(id) ?? []), { file, line: index + 1 }])
    }
  }
  return marks
}

/**
 * Runs the tests titled by `id` in `tests` with its marked lines taken away, until the first of them fails. When none
 * does, the guard is not tested. When the code no longer runs, that proves nothing, and it is said.
 */
export async function proveGuard(id: string, marks: Mark[], tests: string[]): Promise<Outcome> {
  const where = marks.map(({ file, line }) => `${file}:${line}`).join(', ')
  if (tests.length === 0) return { ok: false, said: `Not tested: no test is titled ${id}. It is guarded at ${where}.` }
  const screen = marks.find((mark) => mark.file.endsWith('.tsx'))
  if (screen)
    return { ok: false, said: `${screen.file}: a guard stands in a .ts file, where a test can do without it.` }
  const enough = new AbortController()
  let proof: string | undefined
  let broken: string | undefined
  let passed = 0
  await runTests({
    files: tests,
    atOnce: 1,
    named: titlePattern(id),
    timeout: 60_000,
    env: { WITHOUT_GUARD: id, NODE_OPTIONS: `${process.env['NODE_OPTIONS'] ?? ''} --import=${HOOK}`.trim() },
    signal: enough.signal,
    onResult(result) {
      if (result.kind === 'passed') passed++
      if (result.kind !== 'failed') return
      const fault = /^(?:SyntaxError|ReferenceError)\b.*/m.exec(result.error)?.[0]
      if (fault) broken ??= `${result.name}: ${fault}`
      else proof = result.name
      if (proof) enough.abort()
    },
  })
  if (proof) return { ok: true, said: '' }
  if (broken) return { ok: false, said: `Without the lines marked ${id} (${where}) the code does not run:\n${broken}` }
  return { ok: false, said: `Not tested: ${passed} tests titled ${id} pass without ${where}.` }
}

/** Matches the titles that begin with the id, alone or among others. */
export function titlePattern(id: string): string {
  return `^(?:[A-Z]\\d+,? +)*${id}\\b`
}
