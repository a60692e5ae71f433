import { networkOf, rangeOf } from '../network.ts'

/** An address, and what limits count it under: as one with its like, and in its network. */
export interface Place {
  readonly address: string
  readonly near: string
  readonly range: string
}

export function placeOf(address: string): Place {
  return { address, near: `a ${networkOf(address)}`, range: `n ${rangeOf(address)}` }
}

/** Sockets and plain pages that an address and a network may have open at a time. */
export interface Seats {
  /** Takes a seat. Returns the way to leave it, or undefined when all are taken. */
  take(place: Place): (() => void) | undefined
}

export interface SeatsOptions {
  /** 0: no limit. */
  readonly perAddress: number
  readonly perNetwork: number
  /** Hears of each refusal: which setting it is, and whose limit. */
  readonly onFull: (setting: 'SOCKETS_PER_ADDRESS' | 'SOCKETS_PER_NETWORK', of: string) => void
}

export function makeSeats({ perAddress, perNetwork, onFull }: SeatsOptions): Seats {
  const taken = new Map<string, number>()
  const isFull = (name: string, most: number) => most > 0 && (taken.get(name) ?? 0) >= most
  const add = (name: string, count: number) => {
    const now = (taken.get(name) ?? 0) + count
    if (now > 0) taken.set(name, now)
    else taken.delete(name)
  }
  function refuse(setting: Parameters<SeatsOptions['onFull']>[0], name: string): undefined {
    onFull(setting, name.slice(2))
    return undefined
  }

  return {
    take({ near, range }) {
      if (isFull(near, perAddress)) return refuse('SOCKETS_PER_ADDRESS', near) // guard T46
      if (isFull(range, perNetwork)) return refuse('SOCKETS_PER_NETWORK', range) // guard T46
      add(near, 1)
      add(range, 1)
      let left = false
      return () => {
        if (left) return
        left = true
        add(near, -1)
        add(range, -1)
      }
    },
  }
}
