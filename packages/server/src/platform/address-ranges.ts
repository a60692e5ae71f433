import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

export type Address = ipaddr.IPv4 | ipaddr.IPv6

/** A literal address in its usual spelling, else nothing. `URL` has already undone octal, hex and short forms. */
export function parseAddress(text: string): Address | undefined {
  return isIP(text) ? ipaddr.parse(text) : undefined
}

const WORDS: Record<string, string> = {
  unspecified: 'an unspecified address',
  loopback: 'a loopback address',
  private: 'a private address',
  uniqueLocal: 'a private address',
  carrierGradeNat: 'a private address',
  linkLocal: 'a link-local address',
  multicast: 'a multicast address',
  broadcast: 'a broadcast address',
}

/**
 * Public by their number and yet only ever answered by the machine's own cloud: the services that hand out the
 * secrets of the host. The others of their kind lie in ranges that are refused anyway.
 */
const CLOUD = [ipaddr.IPv4.parse('168.63.129.16')]

/** The only block that IANA gives out for the public Internet; mapped, NAT64 and site-local addresses lie outside. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3')

/** ISATAP hides an IPv4 address behind this mark in the interface half of any prefix. */
const isIsatap = (address: ipaddr.IPv6) => ((address.parts[4] ?? 0) & 0xfdff) === 0 && address.parts[5] === 0x5efe

/**
 * Why nobody outside may be meant by this address, as words for a person ("a loopback address"), or nothing when
 * it is public. `ipaddr.js` knows the special-purpose registries of IANA, including 6to4 and Teredo, which carry
 * an IPv4 address inside; what it takes for ordinary and is not, is added here (T13).
 */
export function whyNotPublic(address: Address): string | undefined {
  const range = address.range()
  if (range !== 'unicast') return WORDS[range] ?? 'a reserved address'
  if (address instanceof ipaddr.IPv4) {
    return CLOUD.some((cloud) => address.match(cloud, 32)) ? 'an address of the cloud itself' : undefined
  }
  return !address.match(GLOBAL_UNICAST) || isIsatap(address) ? 'a reserved address' : undefined
}
