/** The window's colours and drawings, 24 by 24; a test keeps them equal to the widget's. */
export const LIGHT = {
  '--w-bg': '#fff',
  '--w-fg': '#14171f',
  '--w-soft': '#f1f3f6',
  '--w-edge': '#e3e6eb',
  '--w-dim': '#5c6470',
}
export const DARK: typeof LIGHT = {
  '--w-bg': '#171a20',
  '--w-fg': '#eceef2',
  '--w-soft': '#262a32',
  '--w-edge': '#333842',
  '--w-dim': '#a3abb8',
}

/** The shape of the button's icon. */
export const LABEL_SHAPE = "path('M2 3h20v14H9l-7 5z')"

export const DRAWINGS = {
  close: 'M6 6l12 12M18 6L6 18',
  minimise: 'M6 10l6 6 6-6',
  send: 'M4 12L20 4l-5 16-3-7z',
  attach: 'M19 11l-7.5 7.5a4.6 4.6 0 01-6.5-6.5L13 4a3 3 0 014.3 4.2L9.5 16a1.5 1.5 0 01-2-2L14 7.5',
  emoji: 'M12 3a9 9 0 100 18 9 9 0 000-18zM8 14c2 3 6 3 8 0M9 9v1M15 9v1',
}
/** The thumbs of the rating, which the widget keeps in another file. */
export const THUMBS = {
  up: 'M7 11l4-8c2 0 3 1 3 3v3h5c1 0 2 1 1.8 2l-1 7c-.2 1-1 2-2 2H7zM3 11h4v9H3z',
  down: 'M17 13l-4 8c-2 0-3-1-3-3v-3H5c-1 0-2-1-1.8-2l1-7c.2-1 1-2 2-2H17zM21 13h-4V4h4z',
}
