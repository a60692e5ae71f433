import type { NewDelivery } from './delivery.ts'

type Optional = 'channel' | 'bot' | 'webhook' | 'event' | 'chat' | 'of' | 'recipient' | 'body'

/** A new delivery. Fields that are not given are null, and the body is empty. */
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
