import type { Notices } from '../words/en/notices.ts'
import { noticesIn } from '../words/notices.ts'
import type { PushEvent, WorkerScope } from './scope.ts'

/** What the server sends. It has no text of messages; that of a task is the agents' own. */
type Payload = {
  token: string
  what: keyof Notices['notice']
  name: string | null
  number: string | null
  /** The beginning of the text of a task, or the channel of a call. */
  text: string | null
  company: string
  path: string
  tag: string
  /** The agent's; null is the browser's. */
  language: string | null
}
/** What a notification keeps for its click. One shown by an open window has no token; the window confirms its alert. */
type Kept = { token?: string; path: string; alert?: string }

/** How long it is said that a call does not ring any more, ms. */
const TAKEN_BACK = 1500

/** Shows alerts that arrive by web push, and tells the server what was shown and what was opened. */
export function listenForPush(worker: WorkerScope): void {
  worker.addEventListener('push', (event) => event.waitUntil(show(worker, event.data)))
  worker.addEventListener('notificationclick', (event) => {
    event.notification.close()
    event.waitUntil(open(worker, event.notification.data as Kept | null))
  })
}

async function show(worker: WorkerScope, data: PushEvent['data']): Promise<void> {
  const payload = read(data)
  // A browser that shows nothing for a push may end the subscription.
  if (!payload) return worker.registration.showNotification('Deskbell', { icon: '/icon-192.png' })
  const { token, what, name, number, text, company, path, tag, language } = payload
  const rings = what === 'call' || what === 'callback'
  const isLooked = (rings || what === 'call_over') && (await hasVisible(worker))
  // A visible window shows the call itself.
  if (rings && isLooked) return confirm(token, 'shown')
  if (isLooked) return closeAll(worker, tag)
  const { notice, numbered } = noticesIn(language)
  const { title, body } = notice[what](name ?? numbered(number ?? ''), text ?? '')
  await worker.registration.showNotification(title, {
    body: `${body} ${company}`.trim(),
    tag,
    icon: '/icon-192.png',
    badge: '/icon-192.png',
    data: { token, path } satisfies Kept,
    // A newer alert about the same chat makes itself heard, too. An open window may have shown the call already.
    renotify: !rings && what !== 'call_over',
    // A call stays on the screen while it rings.
    requireInteraction: rings,
    silent: what === 'call_over',
  })
  if (what !== 'call_over') return confirm(token, 'shown')
  // Not awaited: browsers want that a push shows something, and look when its event is over.
  setTimeout(() => void closeAll(worker, tag), TAKEN_BACK)
  return undefined
}

const hasVisible = async (worker: WorkerScope): Promise<boolean> =>
  (await worker.clients.matchAll({ type: 'window', includeUncontrolled: true })).some(
    ({ visibilityState }) => visibilityState === 'visible',
  )

async function closeAll(worker: WorkerScope, tag: string): Promise<void> {
  for (const one of await worker.registration.getNotifications({ tag })) one.close()
}

function read(data: PushEvent['data']): Payload | undefined {
  try {
    const payload = data?.json() as Payload | undefined
    return payload && payload.what in noticesIn('en').notice ? payload : undefined
  } catch {
    return undefined
  }
}

/** Brings a window to the front and opens the page there, or opens a window. */
async function open(worker: WorkerScope, kept: Kept | null): Promise<void> {
  const { token, path, alert }: Kept = kept ?? { path: '/' }
  const confirmed = token === undefined ? undefined : confirm(token, 'opened')
  const windows = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const [first] = windows.toSorted((a, b) => Number(b.focused) - Number(a.focused))
  if (first) {
    first.postMessage({ type: 'open', path, ...(alert !== undefined && { alert }) })
    await first.focus().catch(() => {})
  } else await worker.clients.openWindow(path)
  await confirmed
}

/** How often a confirmation is tried, and the wait before the next try, ms. */
const TRIES = 3
const WAIT = 2000

async function confirm(token: string, step: 'shown' | 'opened'): Promise<void> {
  for (let tried = 1; tried <= TRIES; tried++) {
    const answer = await fetch('/api/alerts/confirm', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token, step }),
      keepalive: true,
    }).catch(() => null)
    if (answer && answer.status < 500 && answer.status !== 429) return
    await new Promise((resolve) => setTimeout(resolve, WAIT * tried))
  }
}
