import type { Language } from '@deskbell/protocol/languages'

/** Writes a time for readers of mails, in a time zone: `23 Nov 2026, 18:05 Europe/Berlin`. English dates are British. */
export function timeIn(timeZone: string, language: Language): (ms: number) => string {
  const locale = language === 'en' ? 'en-GB' : language
  const format = new Intl.DateTimeFormat(locale, { timeZone, dateStyle: 'medium', timeStyle: 'short' })
  return (ms) => `${format.format(ms)} ${timeZone}`
}

/** Writes a day for readers of mails: `23 November 2026`. */
export function dayIn(timeZone: string, language: Language): (ms: number) => string {
  const format = new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, { timeZone, dateStyle: 'long' })
  return (ms) => format.format(ms)
}

/** Writes a time in the log of a chat: `2026-11-23 18:05:09`. */
export function clockIn(timeZone: string): (ms: number) => string {
  // Swedish writes dates from the year to the day, as ISO 8601 does.
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  return (ms) => format.format(ms)
}
