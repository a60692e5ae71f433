// Which test has proven which marked line: the one that is asked first the next time. Kept in `proofs.json`; what it
// says is never believed, only tried first.
import { readFileSync, writeFileSync } from 'node:fs'
import type { Guard } from './marks.ts'

const FILE = new URL('proofs.json', import.meta.url)

export interface ProvenBy {
  file: string
  title: string
}

export class ProofRecord {
  readonly #proofs: Map<string, ProvenBy>

  constructor(proofs: Record<string, ProvenBy> = {}) {
    this.#proofs = new Map(Object.entries(proofs))
  }

  static read(): ProofRecord {
    return new ProofRecord(JSON.parse(readFileSync(FILE, 'utf8')) as Record<string, ProvenBy>)
  }

  of({ key }: Guard): ProvenBy | undefined {
    return this.#proofs.get(key)
  }

  keep({ key }: Guard, by: ProvenBy): void {
    this.#proofs.set(key, by)
  }

  drop({ key }: Guard): void {
    this.#proofs.delete(key)
  }

  /** Writes what is known of these, and nothing of lines that are gone. */
  write(guards: Guard[]): void {
    const entries = guards.flatMap(({ key }) => {
      const by = this.#proofs.get(key)
      return by ? [[key, by] as const] : []
    })
    writeFileSync(
      FILE,
      `${JSON.stringify(Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1))), null, 2)}\n`,
    )
  }
}
