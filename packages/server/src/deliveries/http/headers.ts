/** What HTTP itself needs, or what would change where and how the request goes (T35). */
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
/** Printable ASCII and, as HTTP permits, the upper half of Latin-1; a tab may stand within. */
const VALUE = /^[\t\x20-\x7e\x80-\xff]{0,8192}$/

/**
 * Why this header cannot be sent, as a sentence that names the header and never its value, or nothing (T35).
 * To be asked when a header is saved; asked again before each request.
 */
export function whyNotHeader(name: string, value: string): string | undefined {
  if (!NAME.test(name)) return "a header name may only hold letters, digits and -_.!#$%&'*+^`|~"
  if (OURS.has(name.toLowerCase())) return `the header ${name} is set by the connection itself`
  if (!VALUE.test(value))
    return `the value of the header ${name} holds a line break or another character that HTTP forbids`
  return undefined
}
