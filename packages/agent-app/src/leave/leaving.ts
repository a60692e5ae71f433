import { toReading } from './reading.ts'

/** Where a link leads: its address, its host in ASCII, and the host's Unicode form if it has one (T7). */
export type Leaving = { href: string; host: string; reading: string | null }

/** Parses a visitor's address; null when it is no web page: no other kind is opened (T28). */
export function toLeaving(address: string): Leaving | null {
  const url = URL.parse(address)
  if (!url) return null
  if (!/^https?:$/.test(url.protocol)) return null // guard T28
  return { href: url.href, host: url.hostname, reading: toReading(url.hostname) }
}
