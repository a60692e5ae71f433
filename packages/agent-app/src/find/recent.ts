import { Cell } from '../live/cells.ts'

const STORED = 'deskbell.recent-searches'
const MOST = 8

function stored(): readonly string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(STORED) ?? '[]')
    return Array.isArray(kept) ? kept.filter((one) => typeof one === 'string').slice(0, MOST) : []
  } catch {
    return []
  }
}

/** What this browser searched last and opened a result of, the latest first. Forgotten with the sign-out. */
export const recentSearches = new Cell(stored())

function keep(searches: readonly string[]): void {
  recentSearches.set(searches)
  try {
    localStorage.setItem(STORED, JSON.stringify(searches))
  } catch {
    // Without storage they last as long as the window.
  }
}

export const keepSearch = (q: string): void =>
  keep([q, ...recentSearches.get().filter((one) => one !== q)].slice(0, MOST))

export function forgetSearches(): void {
  recentSearches.set([])
  try {
    localStorage.removeItem(STORED)
  } catch {
    // Nothing is stored.
  }
}
