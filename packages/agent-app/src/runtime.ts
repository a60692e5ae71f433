/** The only access to the clock, to random numbers and to new keys. */

/** Milliseconds since the epoch by this machine's clock. The server's order of entries never depends on it. */
export const now = (): number => Date.now()

/** A number from 0 to 1, 1 excluded. It spreads reconnects over time; it is not for security. */
export const random = (): number => Math.random()

/** 128 random bits in hex. Not `crypto.randomUUID`: a server on plain http is not a secure context. */
export const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
