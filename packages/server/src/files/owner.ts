import { networkOf, rangeOf } from '../platform/network.ts'

/** Whose file it is: work on files, disk and places are shared out between owners. */
export interface FileOwner {
  readonly kind: 'agent' | 'channel' | 'visitor'
  readonly account: number
  /** Unlike that of every other owner, of any kind and account. */
  readonly name: string
  /** Where a visitor's request came from: `networkOf` and `rangeOf` its address. */
  readonly from?: { readonly address: string; readonly network: string }
}

/** An agent, for what they send and for their picture. */
export const agentOwner = (account: number, agent: number): FileOwner => ({
  kind: 'agent',
  account,
  name: `agent ${account} ${agent}`,
})

/** A channel, for the media that are fetched for its messages. */
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

/** Who is charged: a visitor can have any number of secrets, so the address is, and owners without one pay themselves. */
export function payerOf({ name, from }: FileOwner): string {
  if (from) return `address ${from.address}` // guard T48
  return name
}
