import type { LeasedDelivery } from '../deliveries/delivery.ts'

/** The body of a delivery to a webhook: what it tells is the event; this says only why there is one. */
interface Why {
  /** An example, sent by the button. */
  readonly test?: true
  /** Of a range that was sent again, to a webhook that was never owed it before. */
  readonly again?: true
}

/** An example, sent by the button. */
export const isTest = ({ body }: Pick<LeasedDelivery, 'body'>): boolean => (body as Why).test === true

/** A person asked for this one. It has a lane of its own, into which nothing is put that comes later. */
export const isAsked = ({ replayOf, body }: Pick<LeasedDelivery, 'replayOf' | 'body'>): boolean =>
  replayOf !== null || isTest({ body }) || (body as Why).again === true
