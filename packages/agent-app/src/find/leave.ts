import { places } from '../places.ts'

let before: { readonly path: string; readonly focused: HTMLElement | null } | null = null

/** Opens the search, and remembers where the agent was. */
export function openSearch(navigate: (to: string) => void): void {
  const path = location.pathname + location.search
  if (!path.startsWith(places.search())) {
    before = { path, focused: document.activeElement instanceof HTMLElement ? document.activeElement : null }
  }
  navigate(places.search())
}

/** Goes back to where the agent was before the search. */
export function leaveSearch(navigate: (to: string) => void): void {
  const { path, focused } = before ?? { path: places.view('waiting'), focused: null }
  navigate(path)
  // The screen is drawn anew, so that the element is rarely still there.
  requestAnimationFrame(() => (focused?.isConnected ? focused : document.getElementById('content'))?.focus())
}
