import { createHash } from 'node:crypto'

/**
 * A visitor's key in the store. Whoever holds the secret is the visitor; the store holds a digest of it, from which
 * nobody comes back to it, and which opens nothing (T20).
 */
export function keyOf(secret: string): string {
  return createHash('sha256').update(`deskbell visitor ${secret}`).digest('base64url').slice(0, 32)
}
