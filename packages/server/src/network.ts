import ipaddr from 'ipaddr.js'

/**
 * What a limit by address counts as one: an IPv4 address, also in the clothes of IPv6 (`::ffff:192.0.2.1`), or the /64
 * of an IPv6 address, since whoever has one of those has 2^64 of them. A text that is no address stands for itself.
 */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  if (parsed instanceof ipaddr.IPv4) return parsed.toString()
  const prefix = parsed.parts.slice(0, 4).map((part) => part.toString(16))
  return `${prefix.join(':')}::/64`
}

/**
 * The network of an address: the /24 of an IPv4 address, also of one that is mapped into IPv6, or the /64 of an IPv6
 * address. A text that is no address stands for itself.
 */
export function rangeOf(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  if (!(parsed instanceof ipaddr.IPv4)) return networkOf(address)
  return `${parsed.octets.slice(0, 3).join('.')}.0/24`
}
