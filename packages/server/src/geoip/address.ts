import ipaddr from 'ipaddr.js'
import { parseAddress, whyNotPublic } from '../platform/address-ranges.ts'
import type { Family } from './bundled.ts'

/** An address on the public Internet. */
export interface PublicAddress {
  readonly text: string
  readonly family: Family
  /** The address as one decimal number: the sort key of the table of organisations. */
  readonly decimal: string
}

/** An IPv4-mapped IPv6 address (`::ffff:1.2.3.4`) counts as IPv4; a private or invalid address gives undefined. */
export function toPublicAddress(text: string): PublicAddress | undefined {
  const parsed = parseAddress(text)
  if (!parsed) return undefined
  const address = parsed instanceof ipaddr.IPv6 && parsed.isIPv4MappedAddress() ? parsed.toIPv4Address() : parsed
  if (whyNotPublic(address) !== undefined) return undefined
  return {
    text: address.toString(),
    family: address instanceof ipaddr.IPv4 ? 4 : 6,
    decimal: BigInt(`0x${Buffer.from(address.toByteArray()).toString('hex')}`).toString(),
  }
}
