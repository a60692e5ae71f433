import { AlarmClock, Search, X } from 'lucide-react'
import { memo } from 'react'
import { Link } from 'wouter'
import { useCell, useCells, useSession } from '../live/react.ts'
import { type View, VIEWS } from '../live/views.ts'
import { places } from '../places.ts'
import { IconButton } from '../ui/button.tsx'
import { cx } from '../ui/cx.ts'
import { words } from '../words/index.ts'
import { askFocus, filter, FILTER_ID } from './list-state.ts'

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
        'flex h-8 min-w-0 items-center justify-center gap-1.5 rounded-md px-2 text-sm font-medium transition-colors',
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

/** The views with their counts, and the filter. */
export const ListHeader = memo(function ListHeader({ view }: { view: View }) {
  const query = useCell(filter)
  return (
    <div className="flex shrink-0 flex-col gap-2 border-b border-line p-2.5">
      <nav
        aria-label={words.inbox.viewsLabel}
        className="grid auto-cols-auto grid-flow-col gap-0.5 rounded-lg bg-well p-0.5"
      >
        {VIEWS.map((one) => (
          <ViewLink key={one} view={one} here={one === view} />
        ))}
      </nav>
      <div role="search" className="relative">
        <Search aria-hidden="true" className="pointer-events-none absolute start-2.5 top-2 size-4 text-muted" />
        <input
          id={FILTER_ID}
          type="search"
          dir="auto"
          value={query}
          aria-label={words.inbox.filter}
          placeholder={words.inbox.filter}
          title={words.inbox.filterHelp}
          onChange={(event) => filter.set(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') {
              event.stopPropagation()
              filter.set('')
              askFocus()
            }
            if (event.key === 'ArrowDown' || event.key === 'Enter') {
              event.preventDefault()
              askFocus()
            }
          }}
          className="h-8 w-full rounded-lg border border-transparent bg-well ps-8 pe-8 text-sm placeholder:text-muted focus:border-accent focus:bg-panel focus:outline-none [&::-webkit-search-cancel-button]:hidden"
        />
        {query !== '' && (
          <IconButton label={words.inbox.clearFilter} className="absolute end-0 top-0" onClick={() => filter.set('')}>
            <X className="size-4" />
          </IconButton>
        )}
      </div>
    </div>
  )
})
