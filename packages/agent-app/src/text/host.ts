import { toHost } from '@deskbell/protocol/host'

/** The host of what somebody wrote: an address, a host with or without a port, one with `*.` before it; null: none. */
export function hostOf(written: string): string | null {
  const text = written.trim().replace(/^\*\./, '')
  const host = toHost(text)
  if (host !== null) return host
  const url = URL.parse(/^[a-z]+:\/\//i.test(text) ? text : `https://${text}`)
  return url && toHost(url.hostname)
}
