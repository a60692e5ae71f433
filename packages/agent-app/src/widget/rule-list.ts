/** The list with one item moved to another place. */
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const others = list.filter((_, at) => at !== from)
  return others.toSpliced(to, 0, ...list.slice(from, from + 1))
}

/** The list with an item replaced; a place after the last appends. */
export const replaced = <T>(list: readonly T[], at: number, one: T): T[] => list.toSpliced(at, 1, one)
