import ipaddr from 'ipaddr.js'
import { parseAddress, whyNotPublic } from '../platform/address-ranges.ts'
import type { Family } from './bundled.ts'

/** An address on the public Internet. */
export interface PublicAddress {
  readonly text: string
  readonly family: Family
  /** The whole address as one number, in decimal: what the table of organisations is ordered by. */
  readonly decimal: string
}

/** An IPv4 address that comes in the clothes of IPv6 (`::ffff:1.2.3.4`) is one; a private one, or no address, is nothing. */
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
