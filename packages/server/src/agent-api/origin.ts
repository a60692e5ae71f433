import type { IncomingHttpHeaders } from 'node:http'

/**
 * Whether a request comes from a page of this server, according to the browser (T24, T25): by the Origin header, or
 * without one by Sec-Fetch-Site. A request with neither header is not trusted.
 */
export function isFromUs(headers: IncomingHttpHeaders, publicUrl: string): boolean {
  if (headers.origin !== undefined) return headers.origin === publicUrl
  return headers['sec-fetch-site'] === 'same-origin'
}

/**
 * Whether a browser says that a page of another site sends this request. A client that is not a browser sends no such
 * header.
 */
export function isFromElsewhere(headers: IncomingHttpHeaders, publicUrl: string): boolean {
  const fromBrowser = headers.origin !== undefined || headers['sec-fetch-site'] !== undefined
  return fromBrowser && !isFromUs(headers, publicUrl)
}

export const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])
