import { Cell } from '../live/cells.ts'

const STORED = 'deskbell.one-key'

const stored = (): boolean => {
  try {
    return localStorage.getItem(STORED) !== 'off'
  } catch {
    return true
  }
}

/** Whether keys without Ctrl or ⌘ run commands, in this browser. Speech input types such keys by accident. */
export const oneKey = new Cell(stored())

export function switchOneKey(on: boolean): void {
  oneKey.set(on)
  try {
    localStorage.setItem(STORED, on ? 'on' : 'off')
  } catch {
    // Without storage the choice lasts as long as the window.
  }
}
