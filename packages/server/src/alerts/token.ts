import { createHmac, timingSafeEqual, type KeyObject } from 'node:crypto'

/** Names an alert on its way to one device. It permits to confirm that this alert was shown and opened, once each. */
export interface AlertTokens {
  make(account: number, alert: string): string
  read(token: string): { account: number; alert: string } | undefined
}

const FORM = /^(\d{1,10})\.([0-9a-f-]{36})\.([A-Za-z0-9_-]{22})$/

/** `key` is derived from SECRET_KEY for this purpose. Nothing is stored. */
export function makeAlertTokens(key: KeyObject): AlertTokens {
  const mac = (text: string) => createHmac('sha256', key).update(text).digest().subarray(0, 16)
  return {
    make: (account, alert) => `${account}.${alert}.${mac(`${account}.${alert}`).toString('base64url')}`,
    read(token) {
      const [, account = '', alert = '', signature = ''] = FORM.exec(token) ?? []
      if (!alert) return undefined
      const given = Buffer.from(signature, 'base64url')
      const made = mac(`${account}.${alert}`)
      if (given.length !== made.length || !timingSafeEqual(given, made)) return undefined // guard N5
      return { account: Number(account), alert }
    },
  }
}
