import { Cell } from '../live/cells.ts'

export const DENSITIES = ['comfortable', 'compact'] as const
export type Density = (typeof DENSITIES)[number]

const KEY = 'deskbell.density'

const kept = (): Density => {
  try {
    return globalThis.localStorage?.getItem(KEY) === 'compact' ? 'compact' : 'comfortable'
  } catch {
    return 'comfortable'
  }
}

/** How high the rows of the inbox are: the person's choice, kept in this browser. */
export const density = new Cell<Density>(kept())

export function chooseDensity(chosen: Density): void {
  density.set(chosen)
  try {
    localStorage.setItem(KEY, chosen)
  } catch {
    // Without storage the choice lasts as long as the window.
  }
}

/** The height of a row in rem: 56 px and 36 px at the browser's usual size of text, larger with it. */
export const ROW_REM: Readonly<Record<Density, number>> = { comfortable: 3.5, compact: 2.25 }
export const ROW_HEIGHT: Readonly<Record<Density, string>> = { comfortable: 'h-14', compact: 'h-9' }
