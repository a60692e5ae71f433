// What each part of `npm run proof` found when it ran last. All of it takes hours, so parts run at different times: each is
// kept with its own commit and date, and docs/proof.md is printed from here.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import type { Row } from './table.ts'

const FILE = new URL('record.json', import.meta.url)

/** One part: a test file, the guards or the attacks. */
export interface PartRecord {
  /** What was proven, with a remark when files had changes that were not committed. */
  commit: string
  /** The day, as YYYY-MM-DD. */
  date: string
  /** Both stores, or the embedded one alone. */
  stores: string
  rows: Row[]
}

export class PartRecords {
  readonly #parts: Map<string, PartRecord>

  constructor(parts: { readonly [title: string]: PartRecord } = {}) {
    this.#parts = new Map(Object.entries(parts))
  }

  static read(): PartRecords {
    return new PartRecords(
      existsSync(FILE) ? (JSON.parse(readFileSync(FILE, 'utf8')) as { [title: string]: PartRecord }) : {},
    )
  }

  keep(title: string, part: PartRecord): void {
    this.#parts.set(title, part)
  }

  /** Adds a run of the same things to what is kept: counts, violations and times are sums. */
  add(title: string, part: PartRecord): void {
    const before = this.#parts.get(title)
    if (!before) return this.keep(title, part)
    const known = new Map(before.rows.map((row) => [row.what, row]))
    for (const row of part.rows) {
      const { count = 0, violations = 0, ms = 0 } = known.get(row.what) ?? {}
      const sum = ms + (row.ms ?? 0)
      known.set(row.what, {
        ...row,
        count: count + row.count,
        violations: violations + row.violations,
        ...(sum > 0 && { ms: sum }),
      })
    }
    const commits = new Set([...before.commit.split(' + '), part.commit])
    this.keep(title, { ...part, commit: [...commits].join(' + '), rows: [...known.values()] })
  }

  /** The parts of these titles, in their order; undefined for one that never ran. Parts that are gone are left out. */
  of(titles: readonly string[]): [title: string, part: PartRecord | undefined][] {
    return titles.map((title) => [title, this.#parts.get(title)])
  }

  /** Writes the parts of these titles. */
  write(titles: readonly string[]): void {
    const parts = this.of(titles).filter(([, part]) => part !== undefined)
    writeFileSync(FILE, `${JSON.stringify(Object.fromEntries(parts), null, 2)}\n`)
  }
}
