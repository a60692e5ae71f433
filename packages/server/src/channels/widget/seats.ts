import { makeAtOnce, type Bound } from '../../platform/at-once.ts'
import { networkOf, rangeOf } from '../../platform/network.ts'

/** An address, and what limits count it under: as one with its like, and in its network. */
export interface ClientAddress {
  readonly address: string
  readonly near: string
  readonly range: string
}

export function clientAddressOf(address: string): ClientAddress {
  return { address, near: `a ${networkOf(address)}`, range: `n ${rangeOf(address)}` }
}

/** Sockets and plain pages that an address and a network may have open at a time. */
export interface Seats {
  /** Takes a seat. Returns the way to leave it, or undefined when all are taken. */
  take(place: ClientAddress): (() => void) | undefined
}

export interface SeatsOptions {
  /** 0: no limit. */
  readonly perAddress: number
  readonly perNetwork: number
  /** Hears of each refusal: which setting it is, and whose limit. */
  readonly onFull: (setting: 'SOCKETS_PER_ADDRESS' | 'SOCKETS_PER_NETWORK', of: string) => void
}

export function makeSeats({ perAddress, perNetwork, onFull }: SeatsOptions): Seats {
  const places = makeAtOnce()

  return {
    take({ near, range }) {
      const bounds: Bound[] = []
      bounds.push([near, perAddress]) // guard T46
      bounds.push([range, perNetwork]) // guard T46
      const [name] = places.full(bounds) ?? []
      if (name !== undefined) onFull(name === near ? 'SOCKETS_PER_ADDRESS' : 'SOCKETS_PER_NETWORK', name.slice(2))
      return places.enter(bounds)
    },
  }
}
