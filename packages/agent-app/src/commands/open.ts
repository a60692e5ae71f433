import { Cell } from '../live/cells.ts'

/** Which of the two dialogs of the commands is open. */
export const shown = new Cell<'menu' | 'sheet' | null>(null)

/** What the menu searches. Keys that are pressed before it is drawn belong to it. */
export const query = new Cell('')

let before: HTMLElement | null = null
/** Puts the focus where it was before the menu opened, or else on the content of the page. */
export const returnFocus = (): void =>
  (before?.isConnected ? before : document.getElementById('content'))?.focus({ preventScroll: true })

export const showMenu = (): void => {
  before = document.activeElement instanceof HTMLElement ? document.activeElement : null
  query.set('')
  shown.set('menu')
}
export const showSheet = (): void => shown.set('sheet')
