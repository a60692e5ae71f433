const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'
const HOST = new RegExp(`^${LABEL}(?:\\.${LABEL})*$`)

/** The host of what somebody wrote as their site: an address, a host, one with `www.` or `*.` before it; null: none. */
export function toHost(written: string): string | null {
  const text = written.trim().replace(/^\*\./, '')
  const url = URL.parse(/^[a-z]+:\/\//i.test(text) ? text : `https://${text}`)
  const host = url?.hostname.replace(/\.$/, '').replace(/^www\./, '') ?? ''
  return host.length <= 253 && HOST.test(host) ? host : null
}
