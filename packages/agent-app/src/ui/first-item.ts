import { useEffect } from 'react'

/**
 * Moves the focus to the first item of a menu that a key has opened, as a menu that is opened from its button does: the
 * next Enter is meant for it.
 */
export function useFirstItem(open: boolean, place: HTMLElement | null): () => void {
  const focus = () => {
    if (!open) return
    const menu = place?.querySelector('[role=menu]')
    if (!menu || menu.querySelector('[data-highlighted]')) return
    menu.querySelector<HTMLElement>('[role^=menuitem]')?.focus({ preventScroll: true })
  }
  useEffect(() => {
    if (!open) return
    // After the menu itself has taken the focus.
    const frame = requestAnimationFrame(() => requestAnimationFrame(focus))
    return () => cancelAnimationFrame(frame)
  })
  return focus
}
