/** What the worker uses of the global scope of service workers; the types of windows, which others use, lack it. */
interface Extendable extends Event {
  waitUntil(work: Promise<unknown>): void
}
interface Fetched extends Extendable {
  readonly request: Request
  respondWith(response: Promise<Response>): void
}
export interface PushEvent extends Extendable {
  readonly data: { json(): unknown } | null
}
interface NotificationClick extends Extendable {
  readonly notification: { readonly data: unknown; close(): void }
}
export interface SubscriptionChange extends Extendable {
  readonly oldSubscription?: PushSubscription | null
  readonly newSubscription?: PushSubscription | null
}
interface Events {
  install: Extendable
  activate: Extendable
  fetch: Fetched
  push: PushEvent
  notificationclick: NotificationClick
  pushsubscriptionchange: SubscriptionChange
}
interface WindowClient {
  readonly focused: boolean
  readonly visibilityState: 'visible' | 'hidden'
  focus(): Promise<unknown>
  postMessage(message: unknown): void
}

export interface WorkerScope {
  readonly location: Location
  readonly registration: {
    showNotification(title: string, options: object): Promise<void>
    getNotifications(filter: { tag: string }): Promise<readonly { close(): void }[]>
    readonly pushManager: PushManager
  }
  readonly clients: {
    claim(): Promise<void>
    matchAll(options: { type: 'window'; includeUncontrolled: boolean }): Promise<readonly WindowClient[]>
    openWindow(url: string): Promise<unknown>
  }
  skipWaiting(): Promise<void>
  addEventListener<Name extends keyof Events>(name: Name, listener: (event: Events[Name]) => void): void
}
