import { Cell } from '../live/cells.ts'

export const THEMES = ['system', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

/** public/theme.js reads it too, before the first paint. */
const KEY = 'deskbell.theme'
const current = document.documentElement.dataset['theme']

/** The browser's choice of colours; `system` follows the operating system. */
export const theme = new Cell<Theme>(current === 'light' || current === 'dark' ? current : 'system')

export function chooseTheme(chosen: Theme): void {
  theme.set(chosen)
  if (chosen === 'system') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = chosen
  try {
    localStorage.setItem(KEY, chosen)
  } catch {
    // Without storage the choice lasts as long as the window.
  }
}
