import { joined } from './incoming.ts'

const PREFIX = 'whsec_'
/** Standard Webhooks: the allowed length of a secret in bytes. */
const LEAST = 24
const MOST = 64

/** One secret, or all that are valid at the moment: the new and the old one during a rotation. */
export type Secrets = string | readonly string[]

export interface Signed {
  /** `webhook-id`: the same for every attempt of one delivery. */
  readonly id: string
  /** `webhook-timestamp`: unix time in whole seconds. */
  readonly timestamp: number
  readonly body: string | Uint8Array
}

/**
 * Makes the three headers of Standard Webhooks, as the server sends them: for tests of a receiver. Several secrets give
 * several signatures. TypeError: a secret is malformed.
 */
export async function sign({ id, timestamp, body }: Signed, secrets: Secrets): Promise<Record<string, string>> {
  const signatures = await signaturesOf({ id, timestamp, body }, secrets)
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatures.map((signature) => `v1,${signature}`).join(' '),
  }
}

/** The base64 of one signature for each secret. */
export async function signaturesOf({ id, timestamp, body }: Signed, secrets: Secrets): Promise<string[]> {
  const keys = [secrets].flat().map(toKey)
  if (keys.length === 0) throw new TypeError('There is no secret to verify with.')
  const text = new TextEncoder()
  const head = text.encode(`${id}.${timestamp}.`)
  const bytes = typeof body === 'string' ? text.encode(body) : body
  const signed = joined([head, bytes], head.length + bytes.length)
  return Promise.all(keys.map(async (key) => toBase64(await hmac(key, signed))))
}

async function hmac(key: Uint8Array<ArrayBuffer>, bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const imported = await crypto.subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
  return new Uint8Array(await crypto.subtle.sign('HMAC', imported, bytes))
}

/** The key in `whsec_…`; the prefix may be missing. A malformed secret is an error in the receiver's settings. */
function toKey(secret: string): Uint8Array<ArrayBuffer> {
  const text = secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret
  const key = fromBase64(text)
  if (!key) throw new TypeError('A secret is whsec_ followed by base64.')
  if (key.length < LEAST || key.length > MOST)
    throw new TypeError(`A secret holds ${LEAST} to ${MOST} bytes; this one holds ${key.length}.`)
  return key
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0))
  } catch {
    return undefined
  }
}

function toBase64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
}

/** Compares in constant time. The lengths are not secret. */
export function isEqual(one: string, other: string): boolean {
  const text = new TextEncoder()
  const [a, b] = [text.encode(one), text.encode(other)]
  if (a.length !== b.length) return false
  let difference = 0
  for (const [at, byte] of a.entries()) difference |= byte ^ b[at]!
  return difference === 0
}
