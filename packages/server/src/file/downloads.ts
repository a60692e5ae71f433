import { networkOf } from '../network.ts'
import type { Clock } from '../world.ts'

/** Files that one address, and all together, may be downloading at once: each holds a descriptor and its buffers (T45). */
const PER_ADDRESS = 64
const IN_ALL = 1024
/** A download that waits longer for its turn is refused (ms). */
const PATIENCE = 10_000

export interface Downloads {
  /**
   * Resolves with what ends the download when it may begin; undefined when it had to wait too long. A client that reads
   * slowly keeps its own address waiting first.
   */
  begin(address: string): Promise<(() => void) | undefined>
}

export function makeDownloads(clock: Clock, { perAddress = PER_ADDRESS, inAll = IN_ALL } = {}): Downloads {
  const running = new Map<string, number>()
  const waiting = new Set<{ name: string; start: () => void }>()
  let all = 0

  const hasRoom = (name: string) => all < inAll && (running.get(name) ?? 0) < perAddress

  function start(name: string): () => void {
    all++
    running.set(name, (running.get(name) ?? 0) + 1)
    let over = false
    return () => {
      if (over) return
      over = true
      all--
      const rest = (running.get(name) ?? 1) - 1
      if (rest > 0) running.set(name, rest)
      else running.delete(name)
      for (const one of waiting) if (hasRoom(one.name)) return one.start()
    }
  }

  /** Begins when another one ends. */
  function queue(name: string): Promise<(() => void) | undefined> {
    const { promise, resolve } = Promise.withResolvers<(() => void) | undefined>()
    const one = {
      name,
      start() {
        waiting.delete(one)
        cancel()
        resolve(start(name))
      },
    }
    waiting.add(one)
    const cancel = clock.after(PATIENCE, () => {
      waiting.delete(one)
      resolve(undefined)
    })
    return promise
  }

  return {
    begin(address) {
      const name = networkOf(address)
      if (!hasRoom(name)) return queue(name) // guard T45
      return Promise.resolve(start(name))
    },
  }
}
