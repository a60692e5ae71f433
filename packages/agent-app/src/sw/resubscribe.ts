import { toSubscriptionBody } from '../alerts/subscription-body.ts'
import { keptDevice } from './device.ts'
import type { SubscriptionChange, WorkerScope } from './scope.ts'

/**
 * Browsers replace subscriptions, also while the application is closed. The server is told of the new one, as the agent who is
 * signed in here; otherwise alerts would reach this device again only after the application was opened.
 */
export function listenForChanges(worker: WorkerScope): void {
  worker.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(resubscribe(worker, event)))
}

async function resubscribe(
  { registration }: WorkerScope,
  { oldSubscription, newSubscription }: SubscriptionChange,
): Promise<void> {
  const device = await keptDevice()
  if (!device) return
  const options = oldSubscription?.options
  const made = newSubscription ?? (options && (await registration.pushManager.subscribe(options).catch(() => null)))
  const body = { ...device, permission: 'granted', subscription: made ? toSubscriptionBody(made) : null }
  await fetch('/api/me/alerts/devices', {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
}
