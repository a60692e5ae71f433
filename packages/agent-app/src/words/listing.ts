import { onceMade } from './once-made.ts'

/** Joins names to a list as the language writes it: `a, b and c`. */
export function listing(locale: string, type: 'conjunction' | 'disjunction' = 'conjunction') {
  const list = onceMade(() => new Intl.ListFormat(locale, { type }))
  return { format: (names: readonly string[]): string => list().format(names) }
}
