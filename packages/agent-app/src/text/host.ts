import { toHost } from '@deskbell/protocol/host'

/** The host in an input: an address, a host with or without a port, or one with a leading `*.`; null: none. */
export function hostOf(written: string): string | null {
  const text = written.trim().replace(/^\*\./, '')
  const host = toHost(text)
  if (host !== null) return host
  const url = URL.parse(/^[a-z]+:\/\//i.test(text) ? text : `https://${text}`)
  return url && toHost(url.hostname)
}
