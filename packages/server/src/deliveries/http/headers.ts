/** Headers that HTTP itself sets, or that would redirect or corrupt the request (T35). */
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
 * Why this header cannot be sent, as a sentence that names the header and never its value, or undefined (T35). Called
 * when a header is saved, and again before each request.
 */
export function whyNotHeader(name: string, value: string): string | undefined {
  if (!NAME.test(name)) return "a header name may contain only letters, digits and -_.!#$%&'*+^`|~"
  if (OURS.has(name.toLowerCase())) return `the header ${name} is set by the connection itself`
  if (!VALUE.test(value))
    return `the value of the header ${name} contains a line break or another character that HTTP forbids`
  return undefined
}
