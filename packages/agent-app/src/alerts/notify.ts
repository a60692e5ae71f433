import { colourful } from '../text/emoji.ts'

/** A notification of the browser; `tag`: a newer one of the same chat replaces it. */
export type Shown = { title: string; body: string; tag: string; path: string }

/**
 * Shows a notification. Resolves with false when the browser shows none. Where there is a service worker it shows it,
 * because phones allow pages none, and its click is handled there.
 */
export async function notify({ title, body, tag, path }: Shown, onOpened: () => void): Promise<boolean> {
  if (typeof Notification === 'undefined' || Notification.permission !== 'granted') return false
  const options = { body: colourful(body), tag, icon: '/icon.svg', data: { path } }
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
