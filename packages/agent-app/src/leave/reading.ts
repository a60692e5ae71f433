import punycode from 'punycode.js'

/**
 * How a host in ASCII reads in its own letters; null: just as it is written. Only what a browser would make the same
 * host of is shown.
 */
export function toReading(host: string): string | null {
  if (!host.includes('xn--')) return null
  try {
    const reading = punycode.toUnicode(host)
    return URL.parse(`http://${reading}/`)?.hostname === host ? reading : null
  } catch {
    // A label is no punycode.
    return null
  }
}
