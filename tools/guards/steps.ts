import { globSync } from 'node:fs'
import { readRules, titledTests } from '../rules.ts'
import type { Step } from '../step.ts'
import { coverageOf, type Coverage } from './coverage.ts'
import { findGuards, type Guard } from './marks.ts'
import { proveGuard, titlePattern } from './prove.ts'
import { ProofRecord } from './record.ts'

const SOURCES = 'packages/*/src/**/*.{ts,tsx}'

/** A test may take this long while it is counted what it runs (ms). */
const TIMEOUT = 120_000

export interface GuardStep extends Step {
  guard: Guard
  /** The test files that have a test titled by the guard's id. */
  files: string[]
}

export function allGuards(): Guard[] {
  const files = globSync(SOURCES).filter((file) => !file.includes('.test.'))
  return findGuards(files.toSorted()).toSorted((a, b) => a.id.localeCompare(b.id, 'en', { numeric: true }))
}

/** One step for each marked line, of one id, of some guards, or of all. */
export function guardSteps({ id, guards = allGuards() }: { id?: string; guards?: Guard[] } = {}): GuardStep[] {
  const record = ProofRecord.read()
  const everything = allGuards()
  const wanted = guards.filter((guard) => id === undefined || guard.id === id)
  const ids = new Set(wanted.map((guard) => guard.id))
  const tests = titledTests()
  const counted = new Map<string, Promise<Coverage>>()
  /** Counted once for each file, whichever guard asks first. */
  const coverage = (file: string): Promise<Coverage> => {
    const known = counted.get(file)
    if (known) return known
    const titled = tests.flatMap((test) => (test.file === file ? test.ids.filter((one) => ids.has(one)) : []))
    const counting = coverageOf(file, [...new Set(titled)].map(titlePattern).join('|'), TIMEOUT)
    counted.set(file, counting)
    return counting
  }
  return wanted.map((guard) => {
    const files = [...new Set(tests.flatMap((test) => (test.ids.includes(guard.id) ? [test.file] : [])))]
    const title = `${guard.id} without ${guard.file.replace('packages/', '').replace('src/', '')}:${guard.line}`
    return {
      guard,
      title,
      files,
      async run() {
        const outcome = await proveGuard(guard, { files, record, coverage })
        // Kept at once: all of them take a while.
        record.write(everything)
        return outcome
      },
    }
  })
}

/** Threats that the absence of code guards against, with what keeps it absent. */
const BY_ABSENCE: Readonly<Record<string, string>> = {
  T33: 'tools/imports.ts: no code of the widget posts to other windows or listens to them',
}

/** Threats that no line of code is marked with, and that nothing else guards against. */
export function unguarded(): string[] {
  const marked = new Set([...allGuards().map(({ id }) => id), ...Object.keys(BY_ABSENCE)])
  return readRules().filter((id) => id.startsWith('T') && !marked.has(id))
}
