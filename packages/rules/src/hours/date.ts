const DAY = 86_400_000

/** The number of a date (YYYY-MM-DD), counted in days from the epoch; NaN: it is in no calendar. */
export function dayNumberOf(date: string): number {
  const at = Date.parse(`${date}T00:00:00Z`)
  // Some engines take February 30 for March 2.
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(date) ? at / DAY : Number.NaN
}
