import type { SavedView } from '@deskbell/protocol/agent/saved-view'
import { useEffect } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { Cell } from '../live/cells.ts'
import { isFiltered, type List, toList } from '../live/lists.ts'
import { useSession } from '../live/react.ts'
import { places } from '../places.ts'

/** The saved view that was opened last, as it was then. Its filters may have been changed on the screen since. */
export const viewInUse = new Cell<{ readonly id: number; readonly list: List } | null>(null)

export const listOf = ({ view, filter }: SavedView): List => toList(view, filter)

/** Remembers the view of the list. When the view is changed elsewhere, the list goes with it (N12). */
export function useViewInUse(list: List, views: readonly SavedView[] | undefined): void {
  const { live } = useSession()
  useEffect(() => {
    if (!views) return
    const used = viewInUse.get()
    const known = views.find(({ id }) => id === used?.id)
    const here = known && listOf(known) === list ? known : views.find((view) => listOf(view) === list)
    if (here) return viewInUse.set({ id: here.id, list })
    if (!used) return
    if (!known || (used.list !== list && !isFiltered(list))) return viewInUse.set(null)
    if (used.list !== list) return
    const open = live.open.get()
    const next = listOf(known)
    navigate(open === null ? places.view(next) : places.chat(next, open), { replace: true })
  }, [live, list, views])
}
