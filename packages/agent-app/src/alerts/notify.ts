import { colourful } from '../text/emoji.ts'

/** A notification of the browser; `tag`: a newer one of the same chat replaces it. `alert`: its id in the log. */
export type Shown = { title: string; body: string; tag: string; path: string; alert: string }

/** Puts away the notifications with this tag that this page, the service worker or a push has shown. */
export async function closeNotifications(tag: string): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration().catch(() => undefined)
  for (const one of (await registration?.getNotifications({ tag }).catch(() => [])) ?? []) one.close()
}

/**
 * Shows a notification. Resolves with false when the browser shows none. Where there is a service worker it shows it,
 * because phones allow pages none, and its click is handled there: it sends the window the alert, which is then confirmed as opened.
 */
export async function notify({ title, body, tag, path, alert }: Shown, onOpened: () => void): Promise<boolean> {
  if (typeof Notification === 'undefined' || Notification.permission !== 'granted') return false
  const options = { body: colourful(body), tag, icon: '/icon.svg', data: { path, alert } }
  try {
    const registration = await navigator.serviceWorker?.getRegistration()
    if (registration?.active) {
      await registration.showNotification(title, options)
      return true
    }
    const shown = new Notification(title, options)
    shown.addEventListener('click', () => {
      window.focus()
      shown.close()
      onOpened()
    })
    return true
  } catch {
    return false
  }
}
