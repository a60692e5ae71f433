import { Cell } from '../live/cells.ts'
import { fits } from '../ui/media.ts'

const KEY = 'deskbell.details'

const kept = (): boolean => {
  try {
    return localStorage.getItem(KEY) !== 'no'
  } catch {
    return true
  }
}

/**
 * Whether a wide screen shows the details beside the conversation. Smaller screens show them as a screen of their own.
 */
export const detailsShown = new Cell(kept())

export function showDetails(shown: boolean): void {
  detailsShown.set(shown)
  try {
    localStorage.setItem(KEY, shown ? 'yes' : 'no')
  } catch {
    // Without storage the choice lasts as long as the window.
  }
}

/** The width of three panes, equal to Tailwind's xl. */
export const isWide = (): boolean => fits('(min-width: 80rem)')
/** The width of list and conversation side by side, equal to Tailwind's md. */
export const isTablet = (): boolean => fits('(min-width: 48rem)')
