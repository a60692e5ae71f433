import { isHttpUrl } from '../channel/field.ts'
import { URL_MAX } from '../limits.ts'

/** Hosts of social networks and messengers, each with the network's name in events (C8). Subdomains count too. */
const NETWORKS: Readonly<Record<string, string>> = {
  't.me': 'telegram',
  'telegram.me': 'telegram',
  'facebook.com': 'facebook',
  'fb.com': 'facebook',
  'm.me': 'facebook',
  'instagram.com': 'instagram',
  'linkedin.com': 'linkedin',
  'x.com': 'twitter',
  'twitter.com': 'twitter',
  'vk.com': 'vk',
  'vk.me': 'vk',
  'ok.ru': 'ok',
  'wa.me': 'whatsapp',
  'viber.me': 'viber',
  'youtube.com': 'youtube',
  'tiktok.com': 'tiktok',
  'github.com': 'github',
  'xing.com': 'xing',
  'bsky.app': 'bluesky',
  'threads.net': 'threads',
  'threads.com': 'threads',
  'pinterest.com': 'pinterest',
  'reddit.com': 'reddit',
}

/** Addresses of profiles by network. */
export type Social = Readonly<Record<string, string>>

/** The network of a profile's address; undefined: it is no profile of a known network. */
export function networkOf(address: string): string | undefined {
  if (!isHttpUrl(address) || address.length > URL_MAX) return undefined
  const { hostname, pathname } = new URL(address)
  if (pathname.length < 2) return undefined
  const parts = hostname.toLowerCase().split('.')
  for (let at = 0; at < parts.length - 1; at++) {
    const host = parts.slice(at).join('.')
    if (Object.hasOwn(NETWORKS, host)) return NETWORKS[host]
  }
  return undefined
}

/** The profiles among addresses: the first one of each network. */
export function profilesIn(addresses: readonly (string | null | undefined)[]): Social {
  const found: Record<string, string> = {}
  for (const address of addresses) {
    const network = address ? networkOf(address.trim()) : undefined
    if (network !== undefined && address) found[network] ??= address.trim()
  }
  return found
}
