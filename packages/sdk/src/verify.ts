import type { WebhookEvent } from '@deskbell/protocol/webhook/events'
import { WebhookError } from './error.ts'
import { headerOf, readBody, type Incoming } from './incoming.ts'
import { isEqual, signaturesOf, type Secrets } from './signature.ts'
import { world } from './world.ts'

export interface VerifyOptions {
  /** How far the desk's clock and yours may be apart, either way, in seconds. Default: 300. */
  readonly tolerance?: number
  /** Milliseconds since the epoch. Default: the clock. */
  readonly now?: number
  /** The most bytes of a body. Default: 16 MiB, for the log of a long chat. */
  readonly maxBytes?: number
}

/** What was certainly sent by the desk. */
export interface Delivery {
  /** The same when it is sent again, because no 2xx came back: keep it to do nothing twice. */
  readonly id: string
  /** When this attempt was made, unix time in seconds. */
  readonly timestamp: number
  /** JSON object: an event has an `event_name`, a message to a customer never has. */
  readonly body: Readonly<Record<string, unknown>>
}

const TOLERANCE = 300
const MOST = 16 * 1024 * 1024

/**
 * The event in a request to your webhook. A newer desk may send events that this version does not know, if you asked it
 * to: leave a `default` in your switch. WebhookError: it was not sent by the desk, or is no event.
 */
export async function verify(request: Incoming, secrets: Secrets, options?: VerifyOptions): Promise<WebhookEvent> {
  const { body } = await verifyDelivery(request, secrets, options)
  if (typeof body['event_name'] !== 'string') throw new WebhookError('invalid_body', 'The body has no event_name')
  return body as unknown as WebhookEvent
}

/** For one address that takes events and messages alike, and for whoever keeps ids. Errors as in `verify`. */
export async function verifyDelivery(
  request: Incoming,
  secrets: Secrets,
  { tolerance = TOLERANCE, now = world.now(), maxBytes = MOST }: VerifyOptions = {},
): Promise<Delivery> {
  // Before the body is read: strangers are to cost nothing.
  const id = required(request, 'webhook-id')
  const timestamp = toTimestamp(required(request, 'webhook-timestamp'))
  const given = required(request, 'webhook-signature')
  const age = now / 1000 - timestamp
  // Asked so, a tolerance that is no number lets nothing pass.
  if (!(age <= tolerance)) throw new WebhookError('too_old', `Signed ${Math.floor(age)} seconds ago`) // guard T38
  if (!(-age <= tolerance)) throw new WebhookError('too_new', `Signed ${Math.floor(-age)} seconds from now`) // guard T38
  const body = await readBody(request, maxBytes)
  const right = await signaturesOf({ id, timestamp, body }, secrets)
  const wrong = () =>
    new WebhookError('wrong_signature', 'No signature fits: compare the secrets, and send the raw body')
  if (!isSignedBy(given, right)) throw wrong() // guard T38
  return { id, timestamp, body: toObject(body) }
}

/** Signatures of other versions are for others. */
function isSignedBy(header: string, right: readonly string[]): boolean {
  let found = false
  for (const part of header.split(' ')) {
    if (!part.startsWith('v1,')) continue
    for (const signature of right) found = isEqual(part.slice(3), signature) || found
  }
  return found
}

function required(request: Incoming, name: string): string {
  const value = headerOf(request, name)
  if (!value) throw new WebhookError('missing_header', `The header ${name} is missing`)
  return value
}

function toTimestamp(text: string): number {
  if (!/^\d{1,12}$/.test(text)) throw new WebhookError('invalid_header', 'webhook-timestamp is no unix time in seconds')
  return Number(text)
}

export function toObject(bytes: Uint8Array): Record<string, unknown> {
  let value: unknown
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw new WebhookError('invalid_body', 'The body is not JSON in UTF-8')
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new WebhookError('invalid_body', 'The body is no JSON object')
  return value as Record<string, unknown>
}
