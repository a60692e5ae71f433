import { ListFilter } from 'lucide-react'
import { memo, useId, useState } from 'react'
import { filterOf, isFiltered, type List } from '../live/lists.ts'
import { IconButton } from '../ui/button.tsx'
import { cx } from '../ui/cx.ts'
import { later } from '../ui/later.tsx'
import { words } from '../words/index.ts'
import { ListField } from './list-field.tsx'
import { ViewLinks } from './view-links.tsx'

const FilterPanel = later(() => import('../find/filter-panel.tsx'))
const FilterChips = later(() => import('../find/filter-chips.tsx'))
const SavedViews = later(() => import('../find/saved-views.tsx'))

/** The views with their counts, the saved views, the search of the list, and its filters. */
export const ListHeader = memo(function ListHeader({ view }: { view: List }) {
  const [open, setOpen] = useState(false)
  const panel = useId()
  const set = Object.keys(filterOf(view)).length
  return (
    <div className="flex shrink-0 flex-col gap-2 border-b border-line p-2.5">
      <ViewLinks view={view} />
      <SavedViews list={view} />
      <div className="flex items-center gap-1">
        <ListField />
        <IconButton
          label={set > 0 ? `${words.inbox.filters}, ${words.inbox.filtersSet(set)}` : words.inbox.filters}
          aria-expanded={open}
          aria-controls={open ? panel : undefined}
          onClick={() => setOpen(!open)}
          className={cx(set > 0 && 'bg-tint text-accent')}
        >
          <ListFilter aria-hidden="true" className="size-4" />
        </IconButton>
      </div>
      {open ? (
        <FilterPanel id={panel} list={view} loading={<div className="skeleton h-18" />} />
      ) : (
        isFiltered(view) && <FilterChips list={view} loading={<div className="h-6" />} />
      )}
    </div>
  )
})
