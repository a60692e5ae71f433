import { type RefObject, useEffect, useRef } from 'react'
import { useCells, useSession } from '../live/react.ts'

/**
 * Keeps the focus in the conversation when the element that has it goes away: the composer of a chat that was closed, a
 * button of the chat before. Without it the focus falls to the page, and the next key goes nowhere.
 */
export function useKeptFocus(pane: RefObject<HTMLElement | null>, chat: number | null): void {
  const { live } = useSession()
  // Draws again with the chat: its parts come and go with its state.
  useCells(live.chats, chat ?? 0)
  useCells(live.threads, chat ?? 0)
  const inside = useRef(false)
  useEffect(() => {
    const note = ({ target }: FocusEvent): void => {
      inside.current = target instanceof Node && pane.current?.contains(target) === true
    }
    document.addEventListener('focusin', note)
    return () => document.removeEventListener('focusin', note)
  }, [pane])
  // After each drawing, when the elements inside have taken the focus that they want.
  useEffect(() => {
    if (!inside.current || document.activeElement !== document.body) return
    const place = pane.current ?? document.getElementById('content')
    place?.focus({ preventScroll: true })
  })
}
