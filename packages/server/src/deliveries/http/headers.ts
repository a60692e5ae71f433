import type { FieldReason } from '@deskbell/protocol/agent/field-reason'
/** Headers that HTTP itself sets, or that would change the target or the transfer of the request (T35). */
const OURS = new Set([
  'host',
  'connection',
  'keep-alive',
  'proxy-connection',
  'proxy-authorization',
  'content-length',
  'transfer-encoding',
  'te',
  'trailer',
  'upgrade',
  'expect',
  'accept-encoding',
])

const NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,256}$/
/** Printable ASCII and, as HTTP permits, the upper half of Latin-1; tabs within the value. */
const VALUE = /^[\t\x20-\x7e\x80-\xff]{0,8192}$/

/**
 * Why this header cannot be sent, which names the header and never its value, or nothing (T35).
 * To be asked when a header is saved; asked again before each request.
 */
export function whyNotHeader(name: string, value: string): FieldReason | undefined {
  if (!NAME.test(name)) return { reason: 'header_name' }
  if (OURS.has(name.toLowerCase())) return { reason: 'header_of_connection', name }
  if (!VALUE.test(value)) return { reason: 'header_value', name }
  return undefined
}
