import punycode from 'punycode.js'

/**
 * The Unicode form of an ASCII host; null when it is the same. Only a form that a browser maps back to the same host is
 * shown.
 */
export function toReading(host: string): string | null {
  if (!host.includes('xn--')) return null
  try {
    const reading = punycode.toUnicode(host)
    return URL.parse(`http://${reading}/`)?.hostname === host ? reading : null
  } catch {
    // A label is not valid punycode.
    return null
  }
}
