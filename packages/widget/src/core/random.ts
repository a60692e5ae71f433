/** Random text of `bytes` bytes as base64url: 24 bytes make the 32 characters of a visitor's secret (T20). */
export const random = (bytes: number): string =>
  btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(bytes))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
