import { createHash } from 'node:crypto'
import type { PushSubscriptionBody } from '@deskbell/protocol/agent/alerts'
import type { AlertKeys } from './keys.ts'

/** How long a push service keeps an alert for a device that is not connected (ms). */
export const KEPT_FOR = 600_000
/** Headers that the connection itself sets. */
const OF_CONNECTION = new Set(['content-length'])

/** A request to a push service. The payload is encrypted for the one browser that subscribed. */
export interface PushRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

export interface PushContent {
  readonly subscription: PushSubscriptionBody
  readonly payload: string
  readonly keys: AlertKeys
  /** An alert replaces an earlier one of the same topic that the device has not received. */
  readonly topic: string
  /** How long the push service keeps it (ms). */
  readonly keptFor: number
  /** Who sends it, for the operator of the push service: an address of this server. */
  readonly subject: string
}

/**
 * Encrypts and signs with web-push, which is loaded with the first alert. The library does not connect: requests leave
 * through `deliveries/http` alone. Throws when the keys of the subscription are none.
 */
export async function makePushRequest({
  subscription,
  payload,
  keys,
  topic,
  keptFor,
  subject,
}: PushContent): Promise<PushRequest> {
  const { default: webPush } = await import('web-push')
  const { endpoint, headers, body } = webPush.generateRequestDetails(subscription, payload, {
    vapidDetails: { subject, ...keys },
    TTL: Math.ceil(keptFor / 1000),
    urgency: 'high',
    topic: createHash('sha256').update(topic).digest('base64url').slice(0, 32),
  })
  const kept = Object.entries(headers).filter(([name]) => !OF_CONNECTION.has(name.toLowerCase()))
  return { url: endpoint, headers: Object.fromEntries(kept.map(([name, value]) => [name, String(value)])), body }
}
