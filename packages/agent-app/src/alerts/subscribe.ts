import type { QueryClient } from '@tanstack/react-query'
import { call } from '../api/client.ts'
import { deviceKey, deviceName, permission } from './device.ts'
import { keepDevice } from '../sw/device.ts'
import { alertsQuery, type AlertsAnswer } from './queries.ts'
import { toSubscriptionBody } from './subscription-body.ts'

/** What the server knows of this browser. */
type Report = Parameters<typeof report>[0]

const report = (subscription: { endpoint: string; keys: { p256dh: string; auth: string } } | null) =>
  call('PUT /me/alerts/devices', {
    body: { key: deviceKey, name: deviceName(), permission: permission(), subscription },
  })

/**
 * The web push subscription of this browser for the server's key, made if the agent has permitted notifications. null where
 * there is none.
 */
async function subscriptionFor(publicKey: string): Promise<Report> {
  const { serviceWorker } = navigator as { serviceWorker?: ServiceWorkerContainer }
  if (!serviceWorker || permission() !== 'granted') return null
  // Without https there is none, and it would never be ready.
  if (!isSecureContext) return null
  const registration = await serviceWorker.ready
  if (!(registration as { pushManager?: PushManager }).pushManager) return null
  const key = toBytes(publicKey)
  const known = await registration.pushManager.getSubscription()
  // A subscription belongs to one key: that of another server at this address is useless.
  if (known && !isFor(known, key)) await known.unsubscribe()
  try {
    const made = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
    return toSubscriptionBody(made)
  } catch {
    // Some browsers have no push service, or cannot reach it.
    return null
  }
}

/** Tells the server about this browser, with its subscription. */
export async function reportDevice({ publicKey, settings }: AlertsAnswer, queries: QueryClient): Promise<void> {
  await report(settings.push ? await subscriptionFor(publicKey) : null)
  await keepDevice({ key: deviceKey, name: deviceName() }).catch(() => {})
  await queries.invalidateQueries({ queryKey: alertsQuery.queryKey })
}

/** Before signing out: alerts for this agent no longer reach this browser. */
export async function forgetDevice(queries: QueryClient): Promise<void> {
  const known = queries.getQueryData(alertsQuery.queryKey)?.devices.find(({ key }) => key === deviceKey)
  if (known) await call('DELETE /me/alerts/devices/:device', { params: { device: known.id } }).catch(() => {})
}

const isFor = ({ options }: PushSubscription, key: Uint8Array): boolean => {
  const theirs = options.applicationServerKey && new Uint8Array(options.applicationServerKey)
  return theirs?.length === key.length && theirs.every((byte, at) => byte === key[at])
}

function toBytes(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(text, (letter) => letter.codePointAt(0) ?? 0)
}
