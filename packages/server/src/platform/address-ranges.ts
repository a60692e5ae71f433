import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

export type Address = ipaddr.IPv4 | ipaddr.IPv6

/** A literal address in canonical spelling, or undefined. `URL` has already decoded octal, hex and short forms. */
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
 * Public addresses that only the machine's own cloud provider answers: services with the host's secrets. Other such
 * addresses are in ranges that are refused anyway.
 */
const CLOUD = [ipaddr.IPv4.parse('168.63.129.16')]

/** The only block that IANA allocates for the public Internet; mapped, NAT64 and site-local addresses are outside. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3')

/** ISATAP embeds an IPv4 address after this mark in the interface identifier of any prefix. */
const isIsatap = (address: ipaddr.IPv6) => ((address.parts[4] ?? 0) & 0xfdff) === 0 && address.parts[5] === 0x5efe

/**
 * Why an address is not public, as words for readers ("a loopback address"), or undefined. `ipaddr.js` knows IANA's
 * special-purpose registries, including 6to4 and Teredo, which embed an IPv4 address; ranges that it misses are added
 * here (T13).
 */
export function whyNotPublic(address: Address): string | undefined {
  const range = address.range()
  if (range !== 'unicast') return WORDS[range] ?? 'a reserved address'
  if (address instanceof ipaddr.IPv4) {
    return CLOUD.some((cloud) => address.match(cloud, 32)) ? 'an address of the cloud provider' : undefined
  }
  return !address.match(GLOBAL_UNICAST) || isIsatap(address) ? 'a reserved address' : undefined
}
