import { readFileSync } from 'node:fs'

/** Replaces a text that stands exactly once in a source file. `file` is its path under `src` of the package, the server's by default. */
export interface Edit {
  of?: 'rules'
  file: string
  find: string
  put: string
}

/** The options with which Node runs the server with these edits. */
export function withEdits(edits: readonly Edit[]): { execArgv: string[]; env: Record<string, string> } {
  if (edits.length === 0) return { execArgv: [], env: {} }
  return {
    execArgv: ['--import', new URL('./rewriting.ts', import.meta.url).href],
    env: { EDITS: JSON.stringify(edits) },
  }
}

/** Throws unless each place stands exactly once in its file: also those that only the full repetition uses. */
export function mustFit(places: readonly { readonly file: string; readonly before: string }[]): void {
  for (const { file, before } of places) {
    const text = readFileSync(new URL(`../../src/${file}`, import.meta.url), 'utf8')
    const count = text.split(before).length - 1
    if (count !== 1) throw new Error(`"${before}" stands in ${file} ${count} times`)
  }
}

/** The duration of a lease in tests that wait for its end (ms). */
export const SHORT_LEASE = 4000

/** A lease of four seconds instead of thirty: it still outlasts an attempt. */
export const shortLease: Edit[] = [
  { file: 'deliveries/policy.ts', find: 'LEASE = 30_000', put: `LEASE = ${SHORT_LEASE}` },
  { file: 'deliveries/lease-keeper.ts', find: 'const MARGIN = 5000', put: 'const MARGIN = 400' },
]

/** Code before the writes of a batch, of either kind. It sees `inputs`. */
export const beforeWriting = (code: string): Edit[] => [
  {
    file: 'conversation/commit/batch.ts',
    find: 'const written = writeAll(',
    put: `${code}\nconst written = writeAll(`,
  },
  {
    file: 'conversation/commit/at-once.ts',
    find: 'const writing = writeAll(',
    put: `${code}\nconst writing = writeAll(`,
  },
]
