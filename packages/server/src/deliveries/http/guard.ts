import type { FieldReason } from '@deskbell/protocol/agent/field-reason'
import { ENGLISH_FIELD, sayField } from '@deskbell/protocol/agent/field-words'
import { isIP } from 'node:net'
import { parseAllowed } from '../../platform/allow-targets.ts'
import { makeLookup, type Lookup } from './lookup.ts'
import { parseAddress, whyNotPublic } from '../../platform/address-ranges.ts'
import { reason as say } from '@deskbell/protocol/agent/reasons'

/** The use of an address. */
export type Purpose = 'channel' | 'bot' | 'webhook' | 'token' | 'call' | 'media' | 'push' | 'provider'

/** `reason` is a clause for a person: "10.0.0.1 is a private address". It names the host and never the path. */
export type Checked = { ok: true; url: URL } | { ok: false; reason: string; why: FieldReason }

export interface Found {
  address: string
  family: 4 | 6
}

/** The addresses of a host; with a `refusal`, none of them may be connected to. */
export interface Resolved {
  addresses: Found[]
  refusal?: string
}

export interface Guard {
  /** Checks that need no network: when an address is saved, and again before each request. */
  checkUrl(url: string, purpose?: Purpose): Checked
  /**
   * Resolves and checks the addresses of a host (without brackets), for one connection. Rejects when there are none.
   */
  resolve(host: string, port: number): Promise<Resolved>
}

export interface GuardOptions {
  /** ALLOW_TARGETS: hosts, addresses, CIDR ranges, each with an optional `:port`. */
  allowTargets?: readonly string[]
  /** `host` or `host:port` of the server's own public addresses, which its requests must not call (T16). */
  ownHosts?: readonly string[]
  /** Allowed ports of targets that are not in ALLOW_TARGETS. */
  ports?: readonly number[]
  lookup?: Lookup
}

/** Purposes that require https, unless the operator allows the address. */
const SECRET: ReadonlySet<Purpose> = new Set(['bot', 'token', 'webhook', 'push', 'provider'])
const LOOPBACK = ['127.0.0.1', '::1'].flatMap((text) => parseAddress(text) ?? [])
const LOCAL = /^(?:.+\.)?(?:localhost|localhost\.localdomain|ip6-localhost|ip6-loopback)$/

/**
 * Decides which user-supplied addresses may be reached (T13): public ones on web ports, and those that the operator
 * allows. Made once; an invalid entry of `allowTargets` throws an error with a sentence.
 */
export function makeGuard(options: GuardOptions = {}): Guard {
  const { ports = [80, 443, 8443], lookup = makeLookup() } = options
  const allowed = parseAllowed(options.allowTargets ?? [])
  const own = new Set((options.ownHosts ?? []).map((host) => host.toLowerCase()))

  /** Why this address must not be connected to on this port, or undefined. */
  function whyForbidden(text: string, port: number): string | undefined {
    const address = parseAddress(text)
    if (!address) return 'no address'
    if (allowed.address(address, port)) return undefined
    const why = whyNotPublic(address)
    if (why) return why
    return ports.includes(port) ? undefined : `a public address, where port ${port} is not open to us`
  }

  return {
    checkUrl(text, purpose = 'channel') {
      const url = URL.parse(text)
      if (!url) return no({ reason: 'no_url' })
      if (url.protocol !== 'http:' && url.protocol !== 'https:') return no({ reason: 'no_web_url' }) // guard T13
      if (url.username || url.password) return no({ reason: 'url_with_password' }) // guard T13
      const host = hostOf(url)
      const port = portOf(url)
      const ours = own.has(url.port ? `${host}:${url.port}` : host)
      if (ours && purpose !== 'media') return no({ reason: 'own_server', host }) // guard T16
      if (allowed.host(host, port)) return { ok: true, url }
      if (isIP(host)) {
        const why = whyForbidden(host, port)
        if (why) return no({ reason: 'not_public', host }, say('not_public', { host, kind: why })) // guard T13
        const address = parseAddress(host)
        if (url.protocol === 'http:' && SECRET.has(purpose) && !(address && allowed.address(address, port)))
          return no({ reason: 'not_https', host }) // guard T39
        return { ok: true, url }
      }
      if (LOCAL.test(host) && !allowed.anyAddress(port)) return no({ reason: 'this_machine', host }) // guard T13
      if (!ports.includes(port) && !allowed.anyAddress(port)) return no({ reason: 'closed_port', port, host }) // guard T13
      // Requests to such an address contain a token or a secret; over http only the operator may allow them. Where a
      // name leads may change with each look-up, so a range of addresses allows no name but this machine's own.
      const isLocal = LOCAL.test(host) && LOOPBACK.some((address) => allowed.address(address, port))
      if (url.protocol === 'http:' && SECRET.has(purpose) && !isLocal) return no({ reason: 'not_https', host }) // guard T39
      return { ok: true, url }
    },

    async resolve(host, port) {
      const texts = isIP(host) ? [host] : await lookup(host)
      const addresses = texts.flatMap((address): Found[] => {
        const family = isIP(address)
        return family === 4 || family === 6 ? [{ address, family }] : []
      })
      if (!addresses.length) throw Object.assign(new Error('the name has no address'), { code: 'ENOTFOUND' })
      if (allowed.host(host, port)) return { addresses }
      for (const { address } of addresses) {
        const why = whyForbidden(address, port)
        // The address is not shown: internal addresses are not for users who enter names.
        if (why) return { addresses, refusal: say(isIP(host) ? 'not_public' : 'leads_inside', { host, kind: why }) } // guard T13
      }
      return { addresses }
    },
  }
}

const no = (why: FieldReason, reason = sayField(ENGLISH_FIELD, why)): Checked => ({ ok: false, reason, why })

/** The host in the form that the guard compares: no brackets, no trailing dot (`localhost.` is `localhost`). */
export function hostOf(url: URL): string {
  const host = url.hostname
  if (host.startsWith('[')) return host.slice(1, -1)
  return host.endsWith('.') ? host.slice(0, -1) : host
}

export function portOf(url: URL): number {
  return url.port ? Number(url.port) : url.protocol === 'https:' ? 443 : 80
}
