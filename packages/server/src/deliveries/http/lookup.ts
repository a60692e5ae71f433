import { promises as dns } from 'node:dns'
import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'

/** All addresses of a host name, IPv4 and IPv6; rejects when there is none. */
export type Lookup = (host: string) => Promise<string[]>

/** How much longer one family of addresses may take than the other (ms). */
const OTHER_FAMILY = 50

export interface LookupOptions {
  hostsFile?: string
  /** Name servers, `address:port`. Default: those of the machine. */
  servers?: readonly string[]
}

/** These errors mean that the name servers do not know the name; others mean that they are slow or failing. */
const UNKNOWN = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME', 'ECONNREFUSED'])

/**
 * Asks the hosts file, then the name servers, then the operating system. The operating system is last because its
 * look-ups (`getaddrinfo`) share four threads with every file operation of the process: four names with a slow server
 * would block all of them (R7). It is needed for names that the name servers do not know: short names with a search
 * domain, and mDNS. Nothing is cached: each connection uses the addresses that were found and checked for it (T13).
 * Only connections that open at the same moment share one answer.
 */
export function makeLookup({ hostsFile = '/etc/hosts', servers }: LookupOptions = {}): Lookup {
  const resolver = new dns.Resolver({ timeout: 2_000, tries: 2 })
  if (servers) resolver.setServers(servers)
  const hosts = readHosts(hostsFile)
  const underway = new Map<string, Promise<string[]>>()

  async function find(host: string): Promise<string[]> {
    const asked = [resolver.resolve4(host), resolver.resolve6(host)]
    const found: string[][] = [[], []]
    const both = Promise.allSettled(asked.map(async (answer, place) => void (found[place] = await answer)))
    // Some name servers never answer for IPv6, so the addresses of one family are used shortly after they arrive (RFC
    // 8305).
    const one = Promise.any(asked).then(() => new Promise((resolve) => setTimeout(resolve, OTHER_FAMILY)))
    await Promise.race([both, one.catch(() => both)])
    if (found.flat().length > 0) return found.flat()
    for (const answer of await Promise.allSettled(asked))
      if (answer.status === 'rejected' && !UNKNOWN.has(answer.reason.code)) throw answer.reason
    return (await dns.lookup(host, { all: true })).map((entry) => entry.address)
  }

  return (host) => {
    const known = hosts.get(host)
    if (known) return Promise.resolve(known)
    let answer = underway.get(host)
    if (!answer) {
      answer = find(host).finally(() => underway.delete(host))
      underway.set(host, answer)
    }
    return answer
  }
}

function readHosts(path: string): Map<string, string[]> {
  const hosts = new Map<string, string[]>()
  let text = ''
  try {
    text = readFileSync(path, 'utf8')
  } catch {
    return hosts
  }
  for (const line of text.split('\n')) {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().toLowerCase().split(/\s+/)
    if (isIP(address)) for (const name of names) hosts.set(name, [...(hosts.get(name) ?? []), address])
  }
  return hosts
}
