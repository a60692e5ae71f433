import { useEffect, useEffectEvent } from 'react'
import { tinykeys } from 'tinykeys'
import { useLocation } from 'wouter'
import { type View, VIEWS } from '../live/views.ts'
import { showShortcuts } from '../nav/shortcuts.tsx'
import { type InboxPlace, places } from '../places.ts'
import { isComposing } from '../ui/composing.ts'
import { replyRequest } from '../chat/reply-request.ts'
import { detailsShown, isTablet, isWide, showDetails } from './details-shown.ts'
import { active, askFocus, FILTER_ID } from './list-state.ts'
import { useList } from './use-list.ts'

/** Popups over the inbox with keys of their own. */
const OVER = '[role=dialog], [role=alertdialog], [role=menu]'
/** The shortcuts are off while the agent types, or while a dialog or menu is open. */
const isBusy = (event: KeyboardEvent): boolean => {
  const target = event.target instanceof Element ? event.target : null
  return isComposing(event) || target?.closest(`input, textarea, select, [contenteditable], ${OVER}`) != null
}

/** The keyboard shortcuts of the inbox. */
export function useInboxKeys({ view, chat, details }: InboxPlace): void {
  const [, navigate] = useLocation()
  const { ids } = useList(view)

  const move = useEffectEvent((by: number) => {
    const at = ids.indexOf(active.get() ?? chat ?? -1)
    const next = ids[at < 0 ? 0 : Math.max(0, Math.min(ids.length - 1, at + by))]
    if (next === undefined) return
    active.set(next)
    askFocus()
  })
  const find = useEffectEvent(() => {
    const focus = () => document.getElementById(FILTER_ID)?.focus()
    // Focuses at once where the composer is visible, because the next key is meant for it. A phone shows it on another
    // screen.
    if (chat === null || isTablet()) return focus()
    navigate(places.view(view))
    requestAnimationFrame(focus)
  })
  const back = useEffectEvent((target: Element | null) => {
    if (chat === null) return
    if (details && !isWide()) return navigate(places.chat(view, chat))
    active.set(chat)
    if (target?.closest('[role=listbox]') || !isTablet()) navigate(places.view(view))
    askFocus()
  })
  const toggleDetails = useEffectEvent(() => {
    if (chat === null) return
    if (isWide()) showDetails(!detailsShown.get())
    else navigate(details ? places.chat(view, chat) : places.details(view, chat))
  })
  const show = useEffectEvent((wanted: View) => navigate(places.view(wanted)))

  useEffect(() => {
    const free = (act: () => void) => (event: KeyboardEvent) => {
      if (isBusy(event)) return
      event.preventDefault()
      act()
    }
    return tinykeys(
      window,
      {
        j: free(() => move(1)),
        k: free(() => move(-1)),
        r: free(() => replyRequest.set({ to: 'reply' })),
        d: free(() => toggleDetails()),
        '[Shift]+/': free(() => find()),
        '$mod+k': (event) => {
          event.preventDefault()
          find()
        },
        Escape: (event) => {
          const target = event.target instanceof Element ? event.target : null
          if (!isComposing(event) && !target?.closest(OVER)) back(target)
        },
        '[Shift]+?': free(showShortcuts),
        ...Object.fromEntries(VIEWS.map((wanted, index) => [String(index + 1), free(() => show(wanted))])),
      },
      // The library skips form fields by default; Esc and Ctrl K must work there too.
      { ignore: () => false },
    )
  }, [])
}
