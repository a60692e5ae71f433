import { type RefObject, useEffect } from 'react'
import { isTablet, isWide } from './details-shown.ts'

/** Element id of the button that opens the details. */
export const DETAILS_BUTTON = 'details-button'
/** Sizes of a screen on which the details are a drawer over the conversation. */
const DRAWER = '(min-width: 48rem) and (max-width: 79.99rem)'

/**
 * While the details are a drawer, they have the focus and nothing behind them can be reached. When they close, the focus
 * returns to the button that opens them.
 */
export function useDrawer(
  open: boolean,
  drawer: RefObject<HTMLElement | null>,
  behind: readonly RefObject<HTMLElement | null>[],
): void {
  useEffect(() => {
    if (!open) return
    const media = matchMedia(DRAWER)
    const isDrawer = () => isTablet() && !isWide()
    const details = drawer.current
    const covered = behind.flatMap(({ current }) => current ?? [])
    const cover = () => {
      for (const one of covered) one.inert = isDrawer()
    }
    cover()
    if (isDrawer()) details?.focus({ preventScroll: true })
    media.addEventListener('change', cover)
    return () => {
      media.removeEventListener('change', cover)
      const hadFocus = details?.contains(document.activeElement) || document.activeElement === document.body
      for (const one of covered) one.inert = false
      if (hadFocus && isTablet()) document.getElementById(DETAILS_BUTTON)?.focus({ preventScroll: true })
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the refs are the same for as long as the inbox is drawn
  }, [open])
}
