import { createHash } from 'node:crypto'

/**
 * A visitor's key in the database. A page with the secret acts as the visitor. The key is a digest of the secret: the
 * secret cannot be computed from it, and it authenticates no request (T20).
 */
export function keyOf(secret: string): string {
  return createHash('sha256').update(`deskbell visitor ${secret}`).digest('base64url').slice(0, 32)
}
