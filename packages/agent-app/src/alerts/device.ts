import { toBrowser } from '../text/browser.ts'
import type { Device } from './queries.ts'

const KEY = 'deskbell:device'

/** The name of this browser towards the server, chosen at the first start. Without storage, each window is another one. */
export const deviceKey: string = readKey()

function readKey(): string {
  try {
    const known = localStorage.getItem(KEY)
    if (known && /^[\w-]{22}$/.test(known)) return known
    const made = makeKey()
    localStorage.setItem(KEY, made)
    return made
  } catch {
    return makeKey()
  }
}

function makeKey(): string {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  return Array.from(crypto.getRandomValues(new Uint8Array(22)), (byte) => letters[byte % 64]).join('')
}

export const deviceName = (): string => toBrowser(navigator.userAgent).slice(0, 100)

/** What the browser says about notifications. */
export const permission = (): Device['permission'] =>
  typeof Notification === 'undefined' ? 'unsupported' : Notification.permission
