/** The list with one of it at another place. */
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const others = list.filter((_, at) => at !== from)
  return others.toSpliced(to, 0, ...list.slice(from, from + 1))
}

/** With another one at this place; behind the last: one more. */
export const replaced = <T>(list: readonly T[], at: number, one: T): T[] => list.toSpliced(at, 1, one)
