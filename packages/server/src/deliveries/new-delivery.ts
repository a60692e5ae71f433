import type { DeliveryKind, NewDelivery } from './delivery.ts'
import { endpointOf } from './policy.ts'

type Optional = 'channel' | 'bot' | 'webhook' | 'event' | 'chat' | 'of' | 'recipient' | 'body'

/** A delivery to the endpoint of its kind with the id `to`; what is not named is null, and the body empty. */
export function newDelivery(
  kind: DeliveryKind,
  to: number,
  fields: Omit<NewDelivery, 'kind' | 'endpoint' | Optional> & Partial<Pick<NewDelivery, Optional>>,
): NewDelivery {
  return {
    channel: null,
    bot: null,
    webhook: null,
    event: null,
    chat: null,
    of: null,
    recipient: null,
    body: {},
    ...fields,
    kind,
    endpoint: endpointOf(kind, to),
  }
}
