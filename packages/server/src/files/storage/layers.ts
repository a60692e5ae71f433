import { rm } from 'node:fs/promises'
import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import type { Objects } from './objects.ts'

/**
 * Objects are written to the first place, and read from the second where the first does not have them (yet). `temporary`: the path
 * of a new file.
 */
export function inLayers(first: Objects, second: Objects, temporary: () => string): Objects {
  return {
    put: first.put,
    // A move may have taken it to the first meanwhile.
    open: async (name) => (await first.open(name)) ?? (await second.open(name)) ?? first.open(name),
    async copy(from, to) {
      if (await first.copy(from, to)) return true
      return bring({ from: second, name: from, to: first, as: to, temporary })
    },
    async remove(name) {
      // A move that is under way reads from the second: when it does not find it there afterwards, it removes what it wrote.
      await second.remove(name)
      await first.remove(name)
    },
    // What a move takes to the first meanwhile is listed there afterwards.
    async *list() {
      yield* second.list()
      yield* first.list()
    },
  }
}

/** Copies an object from one place to another. False: there is no such object. */
export async function bring(given: {
  readonly from: Objects
  readonly name: string
  readonly to: Objects
  readonly as: string
  readonly temporary: () => string
}): Promise<boolean> {
  const { from, name, to, as, temporary } = given
  const opened = await from.open(name)
  if (!opened) return false
  const path = temporary()
  try {
    await pipeline(opened.stream(), createWriteStream(path, { flags: 'wx', mode: 0o600 }))
    await to.put(path, as)
    return true
  } finally {
    await rm(path, { force: true })
  }
}
