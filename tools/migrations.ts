// Checks that a migration lets the version before run on: `expand` adds, and `contract` removes what no released version uses.
//
//   node tools/migrations.ts   prints one sentence for each fault
//
// A migration that removes something begins with `-- contract: since 0061`: the versions whose newest migration is 0061 or later
// do not use it, and one of them was released (packages/server/src/db/released.json).
import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { print, type Outcome } from './step.ts'

/** Versions up to this migration did not run side by side. */
const BEFORE = 59
const FOLDER = 'packages/server/src/db/migrations'
const RELEASED = 'packages/server/src/db/released.json'

interface Rule {
  readonly pattern: RegExp
  readonly why: string
  /** A migration that says which versions do not use it may do it. */
  readonly inContract?: true
}

const RULES: readonly Rule[] = [
  { pattern: /\bdrop\s+(table|view|function|type)\b/, why: 'the version before uses what it drops', inContract: true },
  {
    pattern: /\bdrop\s+(column\b|(?!constraint|not\s+null|default|index|policy|trigger)\w+\s*(,|$))/,
    why: 'the version before uses the column that it drops',
    inContract: true,
  },
  {
    pattern: /\brename\b/,
    why: 'the version before knows the old name; add the new one, and drop the old one later',
    inContract: true,
  },
  {
    pattern: /\balter\s+column\s+\w+\s+(set\s+data\s+)?type\b/,
    why: 'it writes the table anew while nobody can use it, and the version before expects the old type; add a column',
  },
  {
    pattern: /\balter\s+column\s+\w+\s+set\s+not\s+null\b/,
    why: 'the version before may write null there',
    inContract: true,
  },
  { pattern: /\btruncate\b/, why: 'the version before uses the rows' },
  { pattern: /\block\s+table\b/, why: 'it stops the version before' },
]

/** Everything wrong with one migration, a sentence each. `released`: the newest migration of each released version. */
export function faultsOf(file: string, text: string, released: readonly number[]): string[] {
  const n = Number(basename(file).slice(0, 4))
  if (n <= BEFORE) return []
  const faults: string[] = []
  const since = /^-- contract: since (\d{4})$/m.exec(text)?.[1]
  if (since !== undefined && !released.some((newest) => newest >= Number(since)))
    faults.push(`${file}: no version that knows migration ${since} was released (${RELEASED}); wait until one was.`)
  if (since !== undefined && Number(since) >= n)
    faults.push(`${file}: the version that does not use it any more must be an earlier one than ${since}.`)
  const statements = statementsOf(text)
  const made = new Set(statements.flatMap((one) => /^create\s+(?:unlogged\s+)?table\s+(\w+)/.exec(one)?.[1] ?? []))
  for (const one of statements) {
    const shown = one.length > 60 ? `${one.slice(0, 60)} …` : one
    for (const { pattern, why, inContract } of RULES)
      if (pattern.test(one) && !(inContract && since !== undefined)) faults.push(`${file}: "${shown}": ${why}.`)
    for (const why of whyNotOnOld(one, made)) faults.push(`${file}: "${shown}": ${why}.`)
  }
  return faults
}

/** What a statement may not do to a table that was there before. */
function whyNotOnOld(statement: string, made: ReadonlySet<string>): string[] {
  const why: string[] = []
  const index = /^create\s+(unique\s+)?index\s+(?:if\s+not\s+exists\s+)?\w+\s+on\s+(\w+)/.exec(statement)
  if (index && !made.has(index[2]!))
    why.push('nobody can write into the table while the index is made; make it in the background')
  const altered = /^alter\s+table\s+(?:if\s+exists\s+)?(?:only\s+)?(\w+)/.exec(statement)?.[1]
  if (altered !== undefined && !made.has(altered)) {
    for (const [column] of statement.matchAll(/\badd\s+(?:column\s+)?(?!constraint)\w+\s[^,]*/g))
      if (/\bnot\s+null\b/.test(column) && !/\bdefault\b/.test(column))
        why.push('the version before writes no value there; give it a default')
    if (/\badd\s+(constraint|check|unique|foreign|primary)\b/.test(statement) && !/\bnot\s+valid\b/.test(statement))
      why.push('all rows are checked while nobody can write, and the version before may break it; say `not valid`')
  }
  const changed = /^(?:update\s+(?:only\s+)?|delete\s+from\s+)(\w+)/.exec(statement)?.[1]
  if (changed !== undefined && !made.has(changed))
    why.push('rows of a table that grows are changed in the background, some at a time')
  return why
}

/** In lower case, without comments, texts in quotes and bodies of functions. */
function statementsOf(text: string): string[] {
  return text
    .replaceAll(/--[^\n]*/g, '')
    .replaceAll(/\$(\w*)\$[\s\S]*?\$\1\$/g, "''")
    .replaceAll(/'(?:[^']|'')*'/g, "''")
    .toLowerCase()
    .split(';')
    .map((one) => one.replaceAll(/\s+/g, ' ').trim())
    .filter((one) => one !== '')
}

export function checkMigrations(): Outcome {
  const versions = JSON.parse(readFileSync(RELEASED, 'utf8')) as Record<string, { readonly migration: number }>
  const released = Object.values(versions).map(({ migration }) => migration)
  const faults = globSync(`${FOLDER}/*.sql`)
    .toSorted()
    .flatMap((file) => faultsOf(file, readFileSync(file, 'utf8'), released))
  return { ok: faults.length === 0, said: faults.join('\n') }
}

if (import.meta.main) {
  const { ok, said } = checkMigrations()
  if (said) print(said)
  process.exitCode = ok ? 0 : 1
}
