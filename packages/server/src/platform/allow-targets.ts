import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import type { Address } from './address-ranges.ts'

/** Non-public targets that the operator allows. */
export interface Allowed {
  /** Whether this host is allowed by name, whatever it resolves to. */
  host(name: string, port: number): boolean
  address(address: Address, port: number): boolean
  /** Whether any address is allowed on this port, so that the resolved address decides. */
  anyAddress(port: number): boolean
}

type Entry = { port?: number } & ({ host: string } | { range: [Address, number] })

/**
 * Parses the entries of ALLOW_TARGETS: a host name, an address or a CIDR range, each with an optional `:port` (an IPv6
 * address is then in brackets). Without a port, every port is allowed. Throws an error with a sentence.
 */
export function parseAllowed(entries: readonly string[]): Allowed {
  const all = entries.map(parseEntry)
  const names = new Map<string, Set<number | undefined>>()
  for (const entry of all) {
    if ('host' in entry) names.set(entry.host, (names.get(entry.host) ?? new Set()).add(entry.port))
  }
  const ranges = all.filter((entry) => 'range' in entry)
  const onPort = (entry: Entry, port: number) => entry.port === undefined || entry.port === port
  return {
    host(name, port) {
      const ports = names.get(name)
      return ports !== undefined && (ports.has(undefined) || ports.has(port))
    },
    address: (address, port) => ranges.some((entry) => onPort(entry, port) && contains(entry.range, address)),
    anyAddress: (port) => ranges.some((entry) => onPort(entry, port)),
  }
}

function contains([base, bits]: [Address, number], address: Address): boolean {
  return base.kind() === address.kind() && address.match(base, bits)
}

function parseEntry(text: string): Entry {
  const wrong = () => new Error(`ALLOW_TARGETS: "${text}" is not a host name, an address or a CIDR range`)
  const parts =
    /^\[(?<boxed>[^\]]+)\](?::(?<boxedPort>\d+))?$|^(?<plain>[^:]+)(?::(?<port>\d+))?$|^(?<bare>[^[\]]+)$/.exec(
      text.trim().toLowerCase(),
    )?.groups
  const target = parts?.boxed ?? parts?.plain ?? parts?.bare
  const port = Number(parts?.boxedPort ?? parts?.port ?? 0)
  if (target === undefined || port > 65_535) throw wrong()
  const onPort = port ? { port } : {}
  if (target.includes('/')) {
    const [address = '', bits = ''] = target.split('/')
    const most = isIP(address) === 6 ? 128 : 32
    if (!isIP(address) || !/^\d{1,3}$/.test(bits) || Number(bits) > most) throw wrong()
    return { ...onPort, range: [ipaddr.parse(address), Number(bits)] }
  }
  if (isIP(target)) return { ...onPort, range: [ipaddr.parse(target), isIP(target) === 6 ? 128 : 32] }
  const host = URL.parse(`http://${target}/`)?.hostname.replace(/\.$/, '') ?? ''
  // An address in an unusual spelling ("0x7f.1") would be read as another one, so it is refused.
  if (!/^[\w.-]+$/.test(host) || isIP(host)) throw wrong()
  return { ...onPort, host }
}
