/** Milliseconds. */
export const WEEK = 7 * 24 * 3600 * 1000
/** 1970-01-05, the first Monday after time began. */
const MONDAY = 4 * 24 * 3600 * 1000

/** When the week of a moment begins: Monday 00:00 UTC (ms). */
export const weekOf = (ms: number): number => MONDAY + Math.floor((ms - MONDAY) / WEEK) * WEEK

/** The name of the part of a table that has the rows of a week. */
export const partOf = (table: string, week: number): string =>
  `${table}_${new Date(week).toISOString().slice(0, 10).replaceAll('-', '')}`
