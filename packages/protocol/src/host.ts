/** Characters of a host name (RFC 1035). */
export const HOST_MAX = 253

const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'
const NAME = new RegExp(`^${LABEL}(?:\\.${LABEL})*$`)
/** Characters that belong to an address and not to a host: of a scheme, a port, a user, a path, an escape. */
const MORE = /[\s/\\?#@%:[\]]/
const IPV6 = /^(?:\[[\da-f:.]+\]|[\da-f:.]*:[\da-f:.]*)$/i

/**
 * The normal form of a host: lower case, ASCII (other letters as punycode), without a trailing dot; an IPv6 address in
 * brackets. Null: the text is not a host name or an IP address, or contains more than that.
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
 * Whether a link leads to a web page of a listed host or of a subdomain of one, on any port (C13). The check parses the
 * address as a browser does.
 */
export function leadsTo(address: string, hosts: readonly string[]): boolean {
  const url = URL.parse(address)
  if (!url || !/^https?:$/.test(url.protocol)) return false
  const host = url.hostname.replace(/\.$/, '')
  return hosts.some((listed) => host === listed || host.endsWith(`.${listed}`))
}
