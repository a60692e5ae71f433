import ipaddr from 'ipaddr.js'

/** Cached addresses: each request needs the same ones several times. */
const KNOWN_MAX = 4096
const known = new Map<string, { readonly network: string; readonly range: string }>()

/**
 * The unit that limits by address count: an IPv4 address, also when mapped into IPv6 (`::ffff:192.0.2.1`), or the /64
 * of an IPv6 address, because its owner has 2^64 addresses. A text that is not an address is returned unchanged.
 */
export const networkOf = (address: string): string => look(address).network

/**
 * The network of an address: the /24 of an IPv4 address, also when mapped into IPv6, or the /64 of an IPv6 address. A
 * text that is not an address is returned unchanged.
 */
export const rangeOf = (address: string): string => look(address).range

function look(address: string): { readonly network: string; readonly range: string } {
  const found = known.get(address)
  if (found) return found
  const read = readAddress(address)
  if (known.size >= KNOWN_MAX) known.clear()
  known.set(address, read)
  return read
}

function readAddress(address: string): { readonly network: string; readonly range: string } {
  if (!ipaddr.isValid(address)) return { network: address, range: address }
  const parsed = ipaddr.process(address)
  if (parsed instanceof ipaddr.IPv4)
    return { network: parsed.toString(), range: `${parsed.octets.slice(0, 3).join('.')}.0/24` }
  const prefix = parsed.parts.slice(0, 4).map((part) => part.toString(16))
  const network = `${prefix.join(':')}::/64`
  return { network, range: network }
}
