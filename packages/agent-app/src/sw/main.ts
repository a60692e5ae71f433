import { answer } from './answer.ts'
import { listenForPush } from './push.ts'
import { listenForChanges } from './resubscribe.ts'
import type { WorkerScope } from './scope.ts'
import { activate, install } from './shell.ts'

/** The service worker of the application: it keeps the application's files, so that it starts at once and offline. */
const scope = globalThis as unknown as WorkerScope

scope.addEventListener('install', (event) => {
  // Open windows keep their files (`shell.ts`), so the new version need not wait until they are closed.
  event.waitUntil(install().then(() => scope.skipWaiting()))
})
scope.addEventListener('activate', (event) => event.waitUntil(activate().then(() => scope.clients.claim())))
scope.addEventListener('fetch', (event) => {
  const answered = answer(event.request, new URL(event.request.url), scope.location.origin)
  if (answered) event.respondWith(answered)
})
listenForPush(scope)
listenForChanges(scope)
