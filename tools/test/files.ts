import { globSync, statSync } from 'node:fs'

const PLACES = [
  'packages/*/src/**/*.test.ts',
  'packages/server/test/**/*.test.ts',
  'examples/*/test/**/*.test.ts',
  'bench/**/*.test.ts',
  'tools/**/*.test.ts',
]

/** Every test file of the repository, by path. */
export function testFiles(): string[] {
  return globSync(PLACES, { exclude: (path) => path === 'node_modules' || path === 'dist' }).toSorted()
}

/** A set of test files that are run in the same manner. */
export interface Group {
  title: string
  files: string[]
  /** See RunOptions. */
  atOnce: number
  timeout: number
}

/**
 * Pure code first; then what opens stores and sockets; then what kills servers or drives browsers;
 * last, and alone, what measures how soon a server answers.
 */
export function toGroups(files: string[]): Group[] {
  const isLast = (file: string) => /\/races\/|^examples\/|^bench\/|[./]browser\.test\.ts$/.test(file)
  const isAlone = (file: string) => /\/races\/(?:attacks|routing-model)\./.test(file)
  const isPure = (file: string) => /^packages\/(protocol|rules|sdk)\//.test(file)
  const groups: Group[] = [
    { title: 'protocol and rules', files: files.filter(isPure), atOnce: 2, timeout: 60_000 },
    {
      title: 'server',
      files: largestFirst(files.filter((file) => !isPure(file) && !isLast(file))),
      atOnce: 3,
      // A slow machine needs half of it.
      timeout: 240_000,
    },
    // Much of it waits for browsers and restarts.
    {
      title: 'crashes and browsers',
      files: slowestFirst(files.filter((file) => isLast(file) && !isAlone(file)).toReversed()),
      atOnce: 3,
      timeout: 900_000,
    },
    { title: 'what is measured, alone', files: files.filter(isAlone), atOnce: 1, timeout: 600_000 },
  ]
  return groups.filter((group) => group.files.length > 0)
}

/** Browser tests and crash tests of more than 50 s, the longest one first. */
const SLOW = [
  'agent-app/every-screen.',
  'agent-app/lost-line.',
  'races/bot-points.',
  'agent-app/languages.',
  'agent-app/screens.',
  'agent-app/webhooks.',
  'agent-app/hostile.',
  'widget/hostile.',
  'agent-app/erase.',
]

/** No process is left alone with a long file at the end. */
function slowestFirst(files: string[]): string[] {
  const placeOf = (file: string) => {
    const place = SLOW.findIndex((name) => file.includes(name))
    return place < 0 ? SLOW.length : place
  }
  return files.toSorted((a, b) => placeOf(a) - placeOf(b))
}

/** What has more to test takes longer, mostly: it comes early, so that no process is left alone with it at the end. */
function largestFirst(files: string[]): string[] {
  const size = new Map(files.map((file) => [file, statSync(file).size]))
  return files.toSorted((a, b) => (size.get(b) ?? 0) - (size.get(a) ?? 0))
}
