import type { Words } from '../words/en.ts'

/**
 * Times and days in the window's language, with the visitor's regional format. Formatters are expensive, so each is
 * created on first use.
 */
export function openTimes(lang: string, words: Words) {
  // Some browsers list a locale that they do not accept themselves, such as `en-US@posix`.
  const locale = navigator.languages.find((one) => one.startsWith(lang) && !one.includes('@')) ?? lang
  let clock: Intl.DateTimeFormat | undefined
  let calendar: Intl.DateTimeFormat | undefined
  return {
    time: (at: number): string =>
      (clock ??= new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit' })).format(at),
    day: (at: number, now = Date.now()): string => {
      const day = new Date(at).toDateString()
      if (day === new Date(now).toDateString()) return words.today
      if (day === new Date(now - 86_400_000).toDateString()) return words.yesterday
      calendar ??= new Intl.DateTimeFormat(locale, { weekday: 'short', day: 'numeric', month: 'long' })
      return calendar.format(at)
    },
  }
}
export type Times = ReturnType<typeof openTimes>
