import type { LeasedDelivery } from '../deliveries/delivery.ts'

/** The body of a delivery to a webhook. The event holds the content; the body only marks deliveries that an admin requested. */
interface Mark {
  /** An example event, sent by the test button. */
  readonly test?: true
  /** One of a range of events that is sent again, and that the webhook did not get the first time. */
  readonly again?: true
}

/** Whether a delivery is an example event, sent by the test button. */
export const isTest = ({ body }: Pick<LeasedDelivery, 'body'>): boolean => (body as Mark).test === true

/** Whether an admin requested the delivery. It then has a lane of its own, and no later delivery joins that lane. */
export const isRequested = ({ replayOf, body }: Pick<LeasedDelivery, 'replayOf' | 'body'>): boolean =>
  replayOf !== null || isTest({ body }) || (body as Mark).again === true
