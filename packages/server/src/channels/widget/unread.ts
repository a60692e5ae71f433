import type { ClientAddress } from './page-limits.ts'

/** Limits of unread bytes for all pages of a visitor, an address, a network and the process (MiB). */
const MOST = { visitor: 2, address: 8, network: 32, process: 128 }
const MIB = 1024 * 1024

/** The unread bytes of one page. */
export interface Share {
  set(bytes: number): void
  /** The page has this visitor from now on. */
  setVisitor(visitor: string | undefined): void
  end(): void
}

export interface Unread {
  /** `cut` closes the page at once. It is called for the page with the most unread bytes of a sum over its limit. */
  open(client: ClientAddress, cut: () => void): Share
  /** Unread bytes of all pages. */
  readonly total: number
}

interface Held {
  bytes: number
  readonly cut: () => void
  readonly sums: Sum[]
}

interface Sum {
  readonly name: string
  readonly most: number
  bytes: number
  readonly held: Set<Held>
}

/** Sums unread bytes, and closes the page with the most of them when a sum is over its limit. */
export function makeUnread(): Unread {
  const sums = new Map<string, Sum>()
  const whole: Sum = { name: '', most: MOST.process * MIB, bytes: 0, held: new Set() }

  function join(held: Held, name: string, most: number): void {
    let sum = sums.get(name)
    if (!sum) sums.set(name, (sum = { name, most: most * MIB, bytes: 0, held: new Set() }))
    sum.bytes += held.bytes
    sum.held.add(held)
    held.sums.push(sum)
  }
  function leave(held: Held, sum: Sum): void {
    sum.bytes -= held.bytes
    sum.held.delete(held)
    if (sum.held.size === 0) sums.delete(sum.name)
  }
  function set(held: Held, bytes: number): void {
    const more = bytes - held.bytes
    held.bytes = bytes
    for (const sum of held.sums) sum.bytes += more
    if (more > 0) for (const sum of held.sums) while (sum.bytes > sum.most && cutLargest(sum)); // guard T46
  }
  /** False when one page has all of the bytes: the limit of its socket writer applies to it. */
  function cutLargest({ held, bytes }: Sum): boolean {
    let largest: Held | undefined
    for (const one of held) if (!largest || one.bytes > largest.bytes) largest = one
    if (!largest || largest.bytes === bytes) return false
    // The bytes are subtracted now; the system reports the close later.
    set(largest, 0)
    largest.cut()
    return true
  }

  return {
    get total() {
      return whole.bytes
    },
    open({ near, range }, cut) {
      const held: Held = { bytes: 0, cut, sums: [whole] }
      whole.held.add(held)
      join(held, near, MOST.address)
      join(held, range, MOST.network)
      return {
        set(bytes) {
          if (bytes !== held.bytes && whole.held.has(held)) set(held, bytes)
        },
        setVisitor(visitor) {
          const before = held.sums[3]
          if (before) leave(held, before)
          held.sums.length = 3
          if (visitor !== undefined && whole.held.has(held)) join(held, `v ${visitor}`, MOST.visitor)
        },
        end() {
          for (const sum of held.sums) leave(held, sum)
          held.sums.length = 0
        },
      }
    },
  }
}
