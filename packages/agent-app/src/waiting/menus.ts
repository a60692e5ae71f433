import { Cell } from '../live/cells.ts'

/** The menu of the open chat that a key or a button has opened. */
export const openMenu = new Cell<'later' | 'snooze' | 'hand-over' | null>(null)

export const setMenu = (name: 'later' | 'snooze' | 'hand-over', open: boolean): void => {
  if (open) openMenu.set(name)
  else if (openMenu.get() === name) openMenu.set(null)
}
