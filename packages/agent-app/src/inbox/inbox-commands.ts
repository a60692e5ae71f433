import { navigate } from 'wouter/use-browser-location'
import { useCommands } from '../commands/registry.ts'
import { useSession } from '../live/react.ts'
import { readView, whenRead } from '../live/inbox.ts'
import { publish } from '../live/publish.ts'
import { type InboxPlace, places } from '../places.ts'
import { detailsShown, isTablet, isWide, showDetails } from './details-shown.ts'
import { active, askFocus, FILTER_ID } from './list-state.ts'
import { useList } from './use-list.ts'

/** The commands of the inbox: moving in the list, its views, and its panes. */
export function useInboxCommands({ view, chat, details }: InboxPlace): void {
  const { live } = useSession()
  const { ids } = useList(view)

  const move = (by: number) => {
    const at = ids.indexOf(active.get() ?? chat ?? -1)
    const next = ids[at < 0 ? 0 : Math.max(0, Math.min(ids.length - 1, at + by))]
    if (next === undefined) return
    active.set(next)
    askFocus()
  }
  const find = () => {
    const focus = () => document.getElementById(FILTER_ID)?.focus()
    // Focuses at once where the composer is visible, because the next key is meant for it. A phone shows it on another
    // screen.
    if (chat === null || isTablet()) return focus()
    navigate(places.view(view))
    requestAnimationFrame(focus)
  }
  const back = () => {
    if (chat === null) return
    if (details && !isWide()) return navigate(places.chat(view, chat))
    active.set(chat)
    if (document.activeElement?.closest('[role=listbox]') || !isTablet()) navigate(places.view(view))
    // The next key is a command, also while the list is still loading.
    document.getElementById('content')?.focus({ preventScroll: true })
    askFocus()
  }
  const toggleDetails = () => {
    if (chat === null) return
    if (isWide()) showDetails(!detailsShown.get())
    else navigate(details ? places.chat(view, chat) : places.details(view, chat))
  }
  const openNextWaiting = async () => {
    const next = () => live.views.get('waiting')?.ids.find((id) => id !== chat)
    publish(live)
    const known = next()
    if (known !== undefined) return navigate(places.chat('waiting', known))
    navigate(places.view('waiting'))
    await readView(live, 'waiting')
    await whenRead(live, 'waiting')
    const found = next()
    // Not after the agent has opened something else meanwhile.
    if (found !== undefined && location.pathname === places.view('waiting'))
      navigate(places.chat('waiting', found), { replace: true })
  }

  useCommands({
    'list.next': () => move(1),
    'list.previous': () => move(-1),
    'list.find': find,
    'list.back': back,
    'list.waiting': () => navigate(places.view('waiting')),
    'list.mine': () => navigate(places.view('mine')),
    'list.all': () => navigate(places.view('all')),
    'list.closed': () => navigate(places.view('closed')),
    'list.snoozed': () => navigate(places.view('snoozed')),
    'chat.details': chat === null ? null : toggleDetails,
    'chat.nextWaiting': () => void openNextWaiting(),
  })
}
