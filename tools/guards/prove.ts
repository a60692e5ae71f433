import { resolve } from 'node:path'
import type { Outcome } from '../step.ts'
import { runTests } from '../test/run.ts'
import type { Coverage } from './coverage.ts'
import type { Guard } from './marks.ts'
import type { ProofRecord } from './record.ts'

const HOOK = new URL('hook.ts', import.meta.url).href

/** A test that hangs without a guard has failed, and proves it (ms). */
const TIMEOUT = 60_000

export interface ProofOptions {
  /** The test files that have a test titled by the guard's id. */
  files: string[]
  record: ProofRecord
  coverage(file: string): Promise<Coverage>
}

interface Tried {
  passed: number
  proof?: string
  broken?: string
}

/**
 * Takes one marked line away and runs tests titled by its id, until the first of them fails: the one that proved the
 * line before, then those of the file that stands nearest to it, then those of the files that come by it, the quickest
 * first. When none fails, the guard is not tested. When the code no longer runs, that proves nothing, and it is said.
 */
export async function proveGuard(guard: Guard, { files, record, coverage }: ProofOptions): Promise<Outcome> {
  const { id, file, line } = guard
  const where = `${file}:${line}`
  if (files.length === 0) return { ok: false, said: `Not tested: no test is titled ${id}. It is guarded at ${where}.` }
  if (file.endsWith('.tsx'))
    return { ok: false, said: `${file}: a guard stands in a .ts file, where a test can do without it.` }
  const before = record.of(guard)
  if (before && files.includes(before.file)) {
    const { proof } = await tryWithout(guard, before.file, exactPattern(before.title, id))
    if (proof !== undefined) return { ok: true, said: '' }
  }
  record.drop(guard)
  let passed = 0
  let broken: string | undefined
  /** Whether the tests of one file prove it. */
  const proves = async (one: string): Promise<boolean> => {
    if (broken?.includes('SyntaxError')) return false
    const tried = await tryWithout(guard, one, titlePattern(id))
    if (tried.proof !== undefined) record.keep(guard, { file: one, title: tried.proof })
    passed += tried.passed
    broken ??= tried.broken
    return tried.proof !== undefined
  }
  const [first = '', ...others] = byNearness(guard, files)
  if (await proves(first)) return { ok: true, said: '' }
  const known: { one: string; of: Coverage }[] = []
  for (const one of others) known.push({ one, of: await coverage(one) })
  const coming = known.filter(({ of }) => of.runs(guard)).toSorted((a, b) => a.of.ms - b.of.ms)
  for (const { one } of coming) if (await proves(one)) return { ok: true, said: '' }
  if (broken !== undefined)
    return { ok: false, said: `Without ${where}, marked ${id}, the code does not run:\n${broken}` }
  if (coming.length === 0 && !(await coverage(first)).runs(guard))
    return { ok: false, said: `Not tested: no test titled ${id} comes by ${where}.` }
  return { ok: false, said: `Not tested: ${passed} tests titled ${id} pass without ${where}.` }
}

/**
 * Test files, those first whose path has most in common with the guard's. A test that stands beside another source
 * than the guard's is about that one, and what opens a browser is slow.
 */
export function byNearness({ file }: Pick<Guard, 'file'>, files: string[]): string[] {
  const wordsOf = (path: string) => new Set(path.split(/[/.]/).filter((word) => !NO_PLACE.has(word)))
  const own = wordsOf(file)
  const common = (one: string) => {
    if (one === file.replace(/\.ts$/, '.test.ts')) return Infinity
    if (one.includes('.browser.') || one.includes('/src/')) return -1
    return wordsOf(one).intersection(own).size
  }
  return files.toSorted((a, b) => common(b) - common(a) || 0)
}

/** Folders and endings that say nothing of where a file belongs. */
const NO_PLACE = new Set(['packages', 'src', 'test', 'ts'])

async function tryWithout({ file, line }: Guard, tests: string, named: string): Promise<Tried> {
  const tried: Tried = { passed: 0 }
  const enough = new AbortController()
  await runTests({
    files: [tests],
    atOnce: 1,
    named,
    timeout: TIMEOUT,
    env: {
      WITHOUT_GUARD: `${resolve(file)}:${line}`,
      NODE_OPTIONS: `${process.env['NODE_OPTIONS'] ?? ''} --import=${HOOK}`.trim(),
    },
    signal: enough.signal,
    onResult(result) {
      if (result.kind === 'passed') tried.passed++
      if (result.kind !== 'failed') return
      const fault = /^(?:SyntaxError|ReferenceError)\b.*/m.exec(result.error)?.[0]
      if (fault) tried.broken ??= `${result.name}: ${fault}`
      else tried.proof ??= result.name
      if (tried.proof !== undefined) enough.abort()
    },
  })
  return tried
}

/** Matches the titles that begin with the id, alone or among others. */
export function titlePattern(id: string): string {
  return `^(?:[A-Z]\\d+,? +)*${id}\\b`
}

/** Matches one title. A test whose suite has the id in its title is found by the id. */
function exactPattern(title: string, id: string): string {
  return new RegExp(titlePattern(id)).test(title)
    ? `^${title.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')}$`
    : titlePattern(id)
}
