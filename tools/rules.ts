// Compares docs/rules.md with the titles of the tests and finds a rule without a test, a test of a rule that is not listed, or a
// number that two rules have.
//
//   node tools/rules.ts            fails if there is any of these
//   node tools/rules.ts --report   prints them without failing
import { readFileSync } from 'node:fs'
import { testFiles } from './test/files.ts'
import { print, type Outcome } from './step.ts'

/** A test with the rules its title begins with: `test('A13 the same key …')`, `suite('T13 R7 …')`. */
export interface TitledTest {
  ids: string[]
  file: string
  line: number
}

export interface RulesReport {
  rules: string[]
  /** Numbers that docs/rules.md has more than once. */
  repeated: string[]
  /** Rules without a test titled by them. */
  untested: string[]
  /** Tests titled by a rule that docs/rules.md does not have. */
  unknown: TitledTest[]
}

const RULE = /^- \*\*([ABCWTRMNS]\d+)\*\* \S/gm
const TITLE = /\b(?:test|it|suite|describe)(?:\.\w+)?\(\s*['"`]((?:[ABCWTRMNS]\d+,? +)+)\S/g

export function readRules(text = readFileSync('docs/rules.md', 'utf8')): string[] {
  return [...text.matchAll(RULE)].map((match) => match[1]!)
}

export function titledTests(files = testFiles()): TitledTest[] {
  return files.flatMap((file) => {
    const text = readFileSync(file, 'utf8')
    return [...text.matchAll(TITLE)].map((match) => ({
      ids: match[1]!.match(/[ABCWTRMNS]\d+/g)!,
      file,
      line: text.slice(0, match.index).split('\n').length,
    }))
  })
}

export function compareRules(rules = readRules(), tests = titledTests()): RulesReport {
  const tested = new Set(tests.flatMap((test) => test.ids))
  return {
    rules,
    repeated: [...new Set(rules.filter((id, at) => rules.indexOf(id) !== at))],
    untested: rules.filter((id) => !tested.has(id)),
    unknown: tests.filter((test) => !test.ids.every((id) => rules.includes(id))),
  }
}

/** Runs as a check. With `strict` false, rules without a test are only counted. */
export function checkRules(strict: boolean): Outcome {
  const { rules, repeated, untested, unknown } = compareRules()
  const said = unknown.map(
    ({ ids, file, line }) => `${file}:${line} is titled ${ids.join(' ')}, and docs/rules.md has no such rule.`,
  )
  if (repeated.length > 0) said.push(`docs/rules.md defines rules more than once: ${repeated.join(' ')}`)
  if (untested.length > 0) {
    said.push(`${untested.length} of ${rules.length} rules have no test titled by them: ${untested.join(' ')}`)
  }
  return {
    ok: unknown.length === 0 && repeated.length === 0 && (untested.length === 0 || !strict),
    said: said.join('\n'),
  }
}

if (import.meta.main) {
  const { ok, said } = checkRules(!process.argv.includes('--report'))
  print(said || 'Every rule has a test, and every test that names a rule has one.')
  process.exitCode = ok ? 0 : 1
}
