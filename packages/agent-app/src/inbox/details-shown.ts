import { Cell } from '../live/cells.ts'

const KEY = 'deskbell.details'

const kept = (): boolean => {
  try {
    return localStorage.getItem(KEY) !== 'no'
  } catch {
    return true
  }
}

/** Whether a wide screen shows the details beside the conversation. Smaller ones show them as a screen of their own. */
export const detailsShown = new Cell(kept())

export function showDetails(shown: boolean): void {
  detailsShown.set(shown)
  try {
    localStorage.setItem(KEY, shown ? 'yes' : 'no')
  } catch {
    // Storage is switched off: the choice lasts as long as the window.
  }
}

/** The width from which there are three panes; the same as Tailwind's xl. */
export const isWide = (): boolean => matchMedia('(min-width: 80rem)').matches
/** The width from which list and conversation stand side by side; the same as Tailwind's md. */
export const isTablet = (): boolean => matchMedia('(min-width: 48rem)').matches
