import { Cell } from '../live/cells.ts'

/** Which dialog of the commands is open. `macros`: the menu with the macros alone. */
export const shown = new Cell<'menu' | 'macros' | 'sheet' | null>(null)

/** What the menu searches. Keys that are pressed before it is drawn belong to it. */
export const query = new Cell('')

let before: HTMLElement | null = null
/** Puts the focus where it was before the menu opened, or else on the content of the page. */
export const returnFocus = (): void =>
  (before?.isConnected ? before : document.getElementById('content'))?.focus({ preventScroll: true })

function show(what: 'menu' | 'macros'): void {
  before = document.activeElement instanceof HTMLElement ? document.activeElement : null
  query.set('')
  shown.set(what)
}
export const showMenu = (): void => show('menu')
export const showMacros = (): void => show('macros')
export const showSheet = (): void => shown.set('sheet')
