/** The part of a service worker's scope that is used. TypeScript has its types only in place of those of pages. */

export interface Extendable extends Event {
  waitUntil(work: Promise<unknown>): void
}
export interface PushEvent extends Extendable {
  readonly data: { json(): unknown } | null
}
export interface NotificationClick extends Extendable {
  readonly notification: { readonly data: unknown; close(): void }
}
export interface WindowClient {
  readonly focused: boolean
  focus(): Promise<unknown>
  postMessage(message: unknown): void
}
interface Events {
  install: Extendable
  activate: Extendable
  push: PushEvent
  notificationclick: NotificationClick
}

export interface WorkerScope {
  addEventListener<Name extends keyof Events>(name: Name, listener: (event: Events[Name]) => void): void
  skipWaiting(): Promise<void>
  readonly registration: {
    showNotification(title: string, options: object): Promise<void>
  }
  readonly clients: {
    claim(): Promise<void>
    matchAll(options: { type: 'window'; includeUncontrolled: boolean }): Promise<readonly WindowClient[]>
    openWindow(url: string): Promise<unknown>
  }
}
