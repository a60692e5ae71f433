import type { Tracing } from '../platform/tracing/tracing.ts'
import type { AttemptRecord, LeasedDelivery } from './delivery.ts'

/** Does the work of one attempt at a delivery, with what follows from it, in a span of what the delivery was written for. */
export function traceDelivery<T>(tracing: Tracing, delivery: LeasedDelivery, work: () => Promise<T>): Promise<T> {
  if (!tracing.isOn) return work()
  const span = tracing.start({
    name: `deliver ${delivery.kind}`,
    kind: 'client',
    parent: delivery.trace,
    attributes: {
      'deskbell.account': delivery.account,
      'deskbell.delivery': delivery.id,
      'deskbell.attempt': delivery.attempts + 1,
    },
  })
  return tracing.during(span, work)
}

/** What came of the attempt that is under way. */
export function noteAttempt(tracing: Tracing, { outcome, status, reason }: AttemptRecord): void {
  if (!tracing.isOn) return
  tracing.note({
    'deskbell.outcome': outcome,
    ...(status !== null && { 'http.response.status_code': status }),
    ...(reason !== null && { 'deskbell.reason': reason }),
  })
}
