// The guards that `npm test` proves: those whose lines have changed. `npm run proof` proves all.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import type { Guard } from './marks.ts'
import { ProofRecord } from './record.ts'
import { allGuards } from './steps.ts'

/** No more than this in one `npm test`, which has to end soon. */
const MOST = 16

const BRANCHES = ['origin/HEAD', 'origin/main', 'origin/master', 'main', 'master']

export interface Changed {
  guards: Guard[]
  /** Why these. */
  said: string
}

/**
 * Of the lines that a test is known to prove. A line that no test has proven yet is for `npm run guards` and
 * `npm run proof`, which say so and fail.
 */
export function changedGuards(guards = provenGuards()): Changed {
  const head = git('rev-parse', 'HEAD') ?? 'none'
  const base = baseOf(head)
  // A clone of one commit has nothing to compare with: each such commit proves others, and in time all are proven.
  if (base === undefined) {
    const some = pick(guards, head)
    return { guards: some, said: `${some.length} of ${guards.length}, as the commit chooses; there is no earlier one` }
  }
  const changed = guards.filter(isIn(changedLines(base)))
  const some = pick(changed, head)
  const rest = changed.length > some.length ? `${some.length} of ` : ''
  return { guards: some, said: `${rest}${changed.length} lines changed since ${base.slice(0, 10)}` }
}

function provenGuards(): Guard[] {
  const record = ProofRecord.read()
  return allGuards().filter((guard) => record.of(guard) !== undefined)
}

/** Where this line of work began; on the branch that others begin at, the commit before. */
function baseOf(head: string): string | undefined {
  for (const branch of BRANCHES) {
    const base = git('merge-base', 'HEAD', branch)
    if (base !== undefined && base !== head) return base
  }
  return git('rev-parse', '--verify', '--quiet', 'HEAD~1')
}

type Lines = Map<string, [from: number, to: number][]>

/** What differs from the base, committed or not. A file that moved has not changed. */
function changedLines(base: string): Lines {
  const diff = git('diff', '--unified=0', '--find-renames', '--no-color', '--no-ext-diff', base, '--', 'packages') ?? ''
  const lines = readDiff(diff)
  const added = git('ls-files', '--others', '--exclude-standard', '--', 'packages') ?? ''
  for (const file of added.split('\n')) lines.set(file, [[1, Infinity]])
  return lines
}

/** The lines that a diff without context says are new, by file. */
export function readDiff(diff: string): Lines {
  const lines: Lines = new Map()
  let file = ''
  for (const text of diff.split('\n')) {
    if (text.startsWith('+++ ')) file = text.replace(/^\+\+\+ (?:b\/)?/, '')
    const hunk = /^@@ -\S+ \+(\d+)(?:,(\d+))? @@/.exec(text)
    if (!hunk) continue
    const from = Number(hunk[1])
    lines.set(file, [...(lines.get(file) ?? []), [from, from + Number(hunk[2] ?? 1) - 1]])
  }
  return lines
}

function isIn(lines: Lines): (guard: Guard) => boolean {
  return ({ file, line }) => (lines.get(file) ?? []).some(([from, to]) => from <= line && line <= to)
}

/** As many as there is time for, others for each commit. */
function pick(guards: Guard[], seed: string): Guard[] {
  const rank = ({ key }: Guard) => createHash('sha256').update(`${seed} ${key}`).digest('hex')
  return guards.toSorted((a, b) => (rank(a) < rank(b) ? -1 : 1)).slice(0, MOST)
}

function git(...args: string[]): string | undefined {
  const { status, stdout } = spawnSync('git', args, { encoding: 'utf8', maxBuffer: 256 * 1024 * 1024 })
  return status === 0 ? stdout.trim() : undefined
}
