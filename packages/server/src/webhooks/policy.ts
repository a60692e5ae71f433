import { ACCEPTED_TIMEOUT, nextWait, WEBHOOK_TIMEOUT } from '@deskbell/protocol/webhook/schedule'
import type { EventName } from '@deskbell/protocol/webhook/events'
import type { Policy } from '../deliveries/policy.ts'

const HOUR = 3600 * 1000

/** C19: each wait begins at the end of the attempt before. */
const policy: Policy = {
  next({ made, now, chance, retryAfter }) {
    const wait = nextWait({ attempts: made, chance, retryAfter })
    return wait === undefined ? undefined : now + wait
  },
  timeout: WEBHOOK_TIMEOUT,
  concurrency: 32,
  backlog: 200,
  shares: true,
  concurrencyWhenFailing: 1,
  holdsLaneFor: 24 * HOUR,
}

export const webhookPolicies: Readonly<Record<EventName, Policy>> = {
  // C12: an agent waits for its answer.
  chat_accepted: { ...policy, timeout: ACCEPTED_TIMEOUT },
  chat_assigned: policy,
  chat_updated: policy,
  chat_finished: policy,
  offline_message: policy,
  call_event: policy,
}

export const webhookEndpoint = (webhook: number): string => `webhook:${webhook}`
