import { createHmac } from 'node:crypto'
import type { Keys } from '../../platform/crypto.ts'

/** What a visitor's key is told by once it is erased: all processes of the desk come to the same, and it cannot be guessed back. */
export type VisitorDigest = (account: number, channel: number, key: string) => string

export function makeVisitorDigest(keys: Pick<Keys, 'derive'>): VisitorDigest {
  const secret = keys.derive('erased visitors')
  return (account, channel, key) =>
    createHmac('sha256', secret).update(`${account}:${channel}:${key}`).digest('base64url')
}
