const DAY = 24 * 3600 * 1000

/** A moment on the visitor's clock: the time of today, else with the weekday, and with the date beyond a week. */
export function toMoment(at: number, now: number, lang: string): string {
  const isToday = new Date(at).toDateString() === new Date(now).toDateString()
  const isFar = at - now > 6 * DAY
  return new Intl.DateTimeFormat(lang, {
    hour: 'numeric',
    minute: '2-digit',
    ...(!isToday && { weekday: 'long' }),
    ...(isFar && { day: 'numeric', month: 'long' }),
  }).format(at)
}
