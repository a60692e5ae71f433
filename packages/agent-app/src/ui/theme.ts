import { Cell } from '../live/cells.ts'

export const THEMES = ['system', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

/** Read before the first paint by public/theme.js too. */
const KEY = 'deskbell.theme'
const current = document.documentElement.dataset['theme']

/** How this browser shows the application; system follows what the machine says. */
export const theme = new Cell<Theme>(current === 'light' || current === 'dark' ? current : 'system')

export function chooseTheme(chosen: Theme): void {
  theme.set(chosen)
  if (chosen === 'system') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = chosen
  try {
    localStorage.setItem(KEY, chosen)
  } catch {
    // Storage is switched off: the choice lasts as long as the window.
  }
}
