/** The package brings no types: what is used of it. */
declare module 'punycode.js' {
  const punycode: {
    /** The letters of a host whose labels may be punycode. Throws a RangeError where a label is none. */
    toUnicode(host: string): string
  }
  export default punycode
}
