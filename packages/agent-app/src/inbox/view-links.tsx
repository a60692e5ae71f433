import { AlarmClock } from 'lucide-react'
import { type List, type View, viewOf, VIEWS } from '../live/lists.ts'
import { useCells, useSession } from '../live/react.ts'
import { places } from '../places.ts'
import { cx } from '../ui/cx.ts'
import { words } from '../words/index.ts'
import { Link } from '../ui/link.tsx'

function ViewLink({ view, here }: { view: View; here: boolean }) {
  const state = useCells(useSession().live.views, view)
  const count = state?.extent ? words.inbox.count(state.ids.length, state.extent.next !== null) : ''
  // The snoozed chats have a place in the row of views while there are some.
  if (view === 'snoozed' && !here && (state?.ids.length ?? 0) === 0) return null
  const urgent = view === 'waiting' && (state?.ids.length ?? 0) > 0
  return (
    <Link
      href={places.view(view)}
      title={view === 'snoozed' ? words.waiting.view : undefined}
      aria-current={here ? 'page' : undefined}
      className={cx(
        'flex h-8 min-w-fit items-center justify-center gap-1.5 rounded-md px-2 text-sm font-medium transition-colors focus-visible:-outline-offset-2',
        here ? 'bg-panel text-ink shadow-low' : 'text-muted hover:text-ink',
      )}
    >
      {view === 'snoozed' ? (
        <>
          <AlarmClock aria-hidden="true" className="size-4" />
          <span className="sr-only">{words.waiting.view}</span>
        </>
      ) : (
        words.inbox.views[view]
      )}
      {count !== '' && count !== '0' && (
        <span
          title={words.inbox.chats(state?.ids.length ?? 0, state?.extent?.next !== null)}
          className={cx('text-xs', urgent ? 'font-semibold text-warm' : 'font-normal text-muted')}
        >
          {count}
        </span>
      )}
    </Link>
  )
}

/** The views with their counts. */
export const ViewLinks = ({ view }: { view: List }) => (
  <nav
    aria-label={words.inbox.viewsLabel}
    className="grid auto-cols-auto grid-flow-col gap-0.5 overflow-x-auto rounded-lg bg-well p-0.5 [scrollbar-width:none]"
  >
    {VIEWS.map((one) => (
      <ViewLink key={one} view={one} here={one === viewOf(view)} />
    ))}
  </nav>
)
