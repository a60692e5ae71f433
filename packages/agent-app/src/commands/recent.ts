const STORED = 'deskbell.recent-commands'
const MOST = 20

/** The commands that this browser ran last from the menu, the latest first. */
export function readRecent(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(STORED) ?? '[]')
    return Array.isArray(kept) ? kept.filter((one) => typeof one === 'string') : []
  } catch {
    return []
  }
}

export function keepRecent(id: string): void {
  try {
    localStorage.setItem(STORED, JSON.stringify([id, ...readRecent().filter((one) => one !== id)].slice(0, MOST)))
  } catch {
    // Without storage the menu has no recent commands.
  }
}
