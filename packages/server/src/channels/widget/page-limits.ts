import { makeAtOnce, type Bound } from '../../platform/at-once.ts'
import { networkOf, rangeOf } from '../../platform/network.ts'

/** An address, and the keys that limits count it under: `near` for the address (an IPv6 /64), `range` for its network. */
export interface ClientAddress {
  readonly address: string
  readonly near: string
  readonly range: string
}

export function clientAddressOf(address: string): ClientAddress {
  return { address, near: `a ${networkOf(address)}`, range: `n ${rangeOf(address)}` }
}

/** Limits the pages, with and without sockets, that an address and a network have open at a time. */
export interface PageLimits {
  /** Counts a page. Returns a function that releases it, or undefined when a limit is reached. */
  enter(client: ClientAddress): (() => void) | undefined
}

export interface PageLimitsOptions {
  /** 0: no limit. */
  readonly perAddress: number
  readonly perNetwork: number
  /** Called with each refusal: the setting, and the address or network that is over it. */
  readonly onFull: (setting: 'SOCKETS_PER_ADDRESS' | 'SOCKETS_PER_NETWORK', of: string) => void
}

export function makePageLimits({ perAddress, perNetwork, onFull }: PageLimitsOptions): PageLimits {
  const open = makeAtOnce()

  return {
    enter({ near, range }) {
      const bounds: Bound[] = []
      bounds.push([near, perAddress]) // guard T46
      bounds.push([range, perNetwork]) // guard T46
      const [name] = open.full(bounds) ?? []
      if (name !== undefined) onFull(name === near ? 'SOCKETS_PER_ADDRESS' : 'SOCKETS_PER_NETWORK', name.slice(2))
      return open.enter(bounds)
    },
  }
}
