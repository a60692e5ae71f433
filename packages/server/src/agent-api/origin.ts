import type { IncomingHttpHeaders } from 'node:http'

/**
 * Whether a request comes from a page of ours, as the browser itself says (T24, T25): the Origin, or where none is
 * sent, that the page is of the same origin. A client that says neither may be anybody.
 */
export function isFromUs(headers: IncomingHttpHeaders, publicUrl: string): boolean {
  if (headers.origin !== undefined) return headers.origin === publicUrl
  return headers['sec-fetch-site'] === 'same-origin'
}

/** Whether a browser says that another site's page sends this. A client that is no browser says nothing. */
export function isFromElsewhere(headers: IncomingHttpHeaders, publicUrl: string): boolean {
  const fromBrowser = headers.origin !== undefined || headers['sec-fetch-site'] !== undefined
  return fromBrowser && !isFromUs(headers, publicUrl)
}

export const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])
