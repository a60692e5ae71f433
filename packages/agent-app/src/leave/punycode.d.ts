/** The package has no types; these are the functions in use. */
declare module 'punycode.js' {
  const punycode: {
    /** Decodes a host whose labels may be punycode. Throws a RangeError for an invalid label. */
    toUnicode(host: string): string
  }
  export default punycode
}
