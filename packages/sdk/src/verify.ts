import type { WebhookEvent } from '@deskbell/protocol/webhook/events'
import { WebhookError } from './error.ts'
import { headerOf, readBody, type Incoming } from './incoming.ts'
import { isEqual, signaturesOf, type Secrets } from './signature.ts'
import { defaultRuntime } from './runtime.ts'

export interface VerifyOptions {
  /** Allowed difference between the server's clock and yours, either way, in seconds. Default: 300. */
  readonly tolerance?: number
  /** Milliseconds since the epoch. Default: the clock. */
  readonly now?: number
  /** The maximum size of a body in bytes. Default: 16 MiB, for the transcript of a long chat. */
  readonly maxBytes?: number
}

/** A request that the server certainly sent. */
export interface Delivery {
  /** The same for every attempt of one delivery: store it to process each delivery once. */
  readonly id: string
  /** When this attempt was made, unix time in seconds. */
  readonly timestamp: number
  /** JSON object: an event has an `event_name`, a message to a visitor never has. */
  readonly body: Readonly<Record<string, unknown>>
}

const TOLERANCE = 300
const MOST = 16 * 1024 * 1024

/**
 * Verifies and parses the event in a request to your webhook. A newer server may send events that this version does not
 * know, if you subscribed to them: leave a `default` in your switch. WebhookError: the server did not send it, or it is
 * no event.
 */
export async function verify(request: Incoming, secrets: Secrets, options?: VerifyOptions): Promise<WebhookEvent> {
  const { body } = await verifyDelivery(request, secrets, options)
  if (typeof body['event_name'] !== 'string') throw new WebhookError('invalid_body', 'The body has no event_name')
  return body as unknown as WebhookEvent
}

/** For an address that receives both events and messages, and for receivers that store ids. Errors as in `verify`. */
export async function verifyDelivery(
  request: Incoming,
  secrets: Secrets,
  { tolerance = TOLERANCE, now = defaultRuntime.now(), maxBytes = MOST }: VerifyOptions = {},
): Promise<Delivery> {
  // Checked before the body is read, so that unsigned requests cost little.
  const id = required(request, 'webhook-id')
  const timestamp = toTimestamp(required(request, 'webhook-timestamp'))
  const given = required(request, 'webhook-signature')
  const age = now / 1000 - timestamp
  // Written so that a tolerance of NaN refuses everything.
  if (!(age <= tolerance)) throw new WebhookError('too_old', `Signed ${Math.floor(age)} seconds ago`) // guard T38
  if (!(-age <= tolerance)) throw new WebhookError('too_new', `Signed ${Math.floor(-age)} seconds from now`) // guard T38
  const body = await readBody(request, maxBytes)
  const right = await signaturesOf({ id, timestamp, body }, secrets)
  const wrong = () =>
    new WebhookError('wrong_signature', 'No signature fits: compare the secrets, and send the raw body')
  if (!isSignedBy(given, right)) throw wrong() // guard T38
  return { id, timestamp, body: toObject(body) }
}

/** Signatures of other versions are ignored. */
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
  if (!/^\d{1,12}$/.test(text))
    throw new WebhookError('invalid_header', 'webhook-timestamp is not a unix time in seconds')
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
    throw new WebhookError('invalid_body', 'The body is not a JSON object')
  return value as Record<string, unknown>
}
