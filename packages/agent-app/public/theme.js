// Runs before the first paint, so that a screen kept dark never flashes white. The same key is written by src/ui/theme.ts.
try {
  const theme = localStorage.getItem('deskbell.theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // Storage is switched off: follow the system.
}
