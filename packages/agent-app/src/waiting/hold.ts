import { Cell } from '../live/cells.ts'

/** How long this agent's messages can be taken back, s; 0: they are sent at once. Kept in this browser, by person. */
export const HOLDS = [0, 5, 10, 20, 30] as const
export type Hold = (typeof HOLDS)[number]

const PREFIX = 'deskbell.hold.'
const cells = new Map<string, Cell<Hold>>()

function read(who: string): Hold {
  try {
    const kept = Number(localStorage.getItem(PREFIX + who))
    return HOLDS.find((one) => one === kept) ?? 0
  } catch {
    return 0
  }
}

export function holdOf(who: string): Cell<Hold> {
  const known = cells.get(who)
  if (known) return known
  const cell = new Cell(read(who))
  cells.set(who, cell)
  return cell
}

export function chooseHold(who: string, hold: Hold): void {
  holdOf(who).set(hold)
  try {
    localStorage.setItem(PREFIX + who, String(hold))
  } catch {
    // Storage is full or switched off: the choice lives as long as the window.
  }
}
