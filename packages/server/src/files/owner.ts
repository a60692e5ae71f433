import { networkOf, rangeOf } from '../platform/network.ts'

/** The owner of a file: decoding work, disk space and queue places are shared between owners. */
export interface FileOwner {
  readonly kind: 'agent' | 'channel' | 'visitor'
  readonly account: number
  /** Unique among owners of all kinds and accounts. */
  readonly name: string
  /** The origin of a visitor's request: `networkOf` and `rangeOf` its address. */
  readonly from?: { readonly address: string; readonly network: string }
}

/** An agent, for uploads and the portrait. */
export const agentOwner = (account: number, agent: number): FileOwner => ({
  kind: 'agent',
  account,
  name: `agent ${account} ${agent}`,
})

/** A channel, for media fetched for its messages. */
export const channelOwner = (account: number, channel: number): FileOwner => ({
  kind: 'channel',
  account,
  name: `channel ${account} ${channel}`,
})

/** A visitor of a widget, whose request came from `ip`. */
export const visitorOwner = (account: number, channel: number, key: string, ip: string): FileOwner => ({
  kind: 'visitor',
  account,
  name: `visitor ${account} ${channel} ${key}`,
  from: { address: networkOf(ip), network: rangeOf(ip) },
})

/**
 * The key that is charged: a visitor can have any number of secrets, so the address is charged; owners without one are
 * charged themselves.
 */
export function payerOf({ name, from }: FileOwner): string {
  if (from) return `address ${from.address}` // guard T48
  return name
}
