import type { Progress } from './write.ts'

/** Progress is printed so often (ms). */
const EVERY = 1000

export const toSize = (bytes: number): string =>
  bytes < 1024 ** 3 ? `${(bytes / 1024 ** 2).toFixed(1)} MB` : `${(bytes / 1024 ** 3).toFixed(2)} GB`

/** Prints a line a second. `now` in ms. */
export function makePrinter(now: () => number, print: (line: string) => void): (progress: Progress) => void {
  let printedAt = now()
  return ({ what, count, bytes }) => {
    if (now() - printedAt < EVERY) return
    printedAt = now()
    if (what === 'rows') print(`${toSize(bytes)} of rows …`)
    else if (what === 'files') print(`${count} files, ${toSize(bytes)} …`)
    else print(`${count} keys and indexes …`)
  }
}
