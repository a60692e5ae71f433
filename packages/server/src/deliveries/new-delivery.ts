import type { NewDelivery } from './delivery.ts'

type Optional = 'channel' | 'bot' | 'webhook' | 'event' | 'chat' | 'of' | 'recipient' | 'body'

/** A delivery; what is not named is null, and the body empty. */
export function newDelivery(fields: Omit<NewDelivery, Optional> & Partial<Pick<NewDelivery, Optional>>): NewDelivery {
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
  }
}
