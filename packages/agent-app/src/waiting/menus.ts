import { useLayoutEffect } from 'react'
import { Cell } from '../live/cells.ts'

type Name = 'later' | 'snooze' | 'hand-over'

/** The menu of the open chat that a key or a button has opened. */
export const openMenu = new Cell<Name | null>(null)

export const setMenu = (name: Name, open: boolean): void => {
  if (open) openMenu.set(name)
  else if (openMenu.get() === name) openMenu.set(null)
}

/** Closes the menu when its chat is left or taken away: else it would be open in the next chat. */
export const useClosedWith = (chat: number | null, name: Name): void =>
  useLayoutEffect(() => () => setMenu(name, false), [chat, name])
