import type { FieldReason } from '@deskbell/protocol/agent/field-reason'
import { createHmac, createSecretKey, type KeyObject } from 'node:crypto'
import type { Ids } from '../../platform/ids.ts'

const PREFIX = 'whsec_'
/** Standard Webhooks: at least 24 bytes, at most 64. */
const LEAST = 24
const MOST = 64

/** A new secret for one receiver: `whsec_` and the base64 of 32 random bytes (A27). */
export function makeSecret(ids: Pick<Ids, 'bytes'>): string {
  return PREFIX + ids.bytes(32).toString('base64')
}

/** The key inside a secret, or what is wrong with it. The prefix may be missing. */
export function parseSecret(secret: string): { ok: true; key: Buffer } | { ok: false; why: FieldReason } {
  const text = secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret
  const key = Buffer.from(text, 'base64')
  // Buffer.from skips invalid characters; a secret that others decode differently would never verify.
  if (key.toString('base64').replace(/=+$/, '') !== text.replace(/=+$/, '')) {
    return { ok: false, why: { reason: 'secret_no_base64' } }
  }
  if (key.length < LEAST || key.length > MOST) {
    return { ok: false, why: { reason: 'secret_size', least: LEAST, most: MOST, given: key.length } }
  }
  return { ok: true, key }
}

export interface Signing {
  /** The same for every attempt of one delivery. */
  id: string
  /** Milliseconds; sent in whole seconds. */
  now: number
  body: Uint8Array | string
  /** One key, or the new and the old one during a rotation (24 h). */
  keys: readonly KeyObject[]
}

/** The number of cached keys, newest first. */
const KEPT_MAX = 5000
const made = new Map<string, KeyObject>()

/**
 * The keys of secrets, in order; invalid secrets have none. Cached, because making a key costs five times as much as
 * signing.
 */
export function keysOf(secrets: readonly string[]): KeyObject[] {
  return secrets.flatMap((secret) => made.get(secret) ?? make(secret) ?? [])
}

function make(secret: string): KeyObject | undefined {
  const parsed = parseSecret(secret)
  if (!parsed.ok) return undefined
  const key = createSecretKey(parsed.key)
  made.set(secret, key)
  const [oldest] = made.keys()
  if (made.size > KEPT_MAX && oldest !== undefined) made.delete(oldest)
  return key
}

/** The three headers of Standard Webhooks (A27, T38). */
export function signatureHeaders({ id, now, body, keys }: Signing) {
  const timestamp = String(Math.floor(now / 1000))
  const head = `${id}.${timestamp}.`
  const signatures = keys.map((key) => `v1,${createHmac('sha256', key).update(head).update(body).digest('base64')}`)
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') }
}
