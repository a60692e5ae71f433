import { createHmac } from 'node:crypto'
import type { Keys } from '../../platform/crypto.ts'

/**
 * Identifies an erased visitor's key. All processes of the installation compute the same digest, and the key cannot be
 * derived from it.
 */
export type VisitorDigest = (account: number, channel: number, key: string) => string

export function makeVisitorDigest(keys: Pick<Keys, 'derive'>): VisitorDigest {
  const secret = keys.derive('erased visitors')
  return (account, channel, key) =>
    createHmac('sha256', secret).update(`${account}:${channel}:${key}`).digest('base64url')
}
