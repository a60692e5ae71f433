/** Characters of a host name (RFC 1035). */
export const HOST_MAX = 253

const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'
const NAME = new RegExp(`^${LABEL}(?:\\.${LABEL})*$`)
/** What makes an address of a host: a scheme, a port, a user, a path, an escape. */
const MORE = /[\s/\\?#@%:[\]]/
const IPV6 = /^(?:\[[\da-f:.]+\]|[\da-f:.]*:[\da-f:.]*)$/i

/**
 * A host alone, as lists keep it: in small letters, in ASCII (letters of other alphabets as punycode), without a dot at
 * its end; an IPv6 address in brackets. Null: this is no host name and no IP address, or more than that.
 */
export function toHost(written: string): string | null {
  const isIpv6 = IPV6.test(written)
  if (!isIpv6 && MORE.test(written)) return null
  const host = URL.parse(`http://${isIpv6 ? `[${written.replace(/^\[|\]$/g, '')}]` : written}/`)?.hostname
  if (host === undefined || isIpv6) return host ?? null
  const name = host.replace(/\.$/, '')
  return name.length <= HOST_MAX && NAME.test(name) ? name : null
}

/**
 * Whether a link leads to a web page of a listed host or of a subdomain of one, on any port (C13). It is asked of the
 * address as a browser parses it, whatever its spelling.
 */
export function leadsTo(address: string, hosts: readonly string[]): boolean {
  const url = URL.parse(address)
  if (!url || !/^https?:$/.test(url.protocol)) return false
  const host = url.hostname.replace(/\.$/, '')
  return hosts.some((listed) => host === listed || host.endsWith(`.${listed}`))
}
