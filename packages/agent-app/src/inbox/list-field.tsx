import { Search, X } from 'lucide-react'
import { useCell } from '../live/react.ts'
import { IconButton } from '../ui/button.tsx'
import { words } from '../words/index.ts'
import { askFocus, filter, FILTER_ID, keepFocusHere } from './list-state.ts'

/** The search of the list. */
export function ListField() {
  const query = useCell(filter)
  return (
    <div role="search" className="relative min-w-0 flex-1">
      <Search aria-hidden="true" className="pointer-events-none absolute start-2.5 top-2 size-4 text-muted" />
      <input
        id={FILTER_ID}
        type="search"
        dir="auto"
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        value={query}
        aria-label={words.inbox.filter}
        placeholder={words.inbox.filter}
        title={words.inbox.filterHelp}
        onChange={(event) => {
          keepFocusHere()
          filter.set(event.target.value)
        }}
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
  )
}
