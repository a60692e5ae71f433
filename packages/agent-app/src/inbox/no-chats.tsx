import { CloudOff, ListFilter, SearchX } from 'lucide-react'
import { navigate } from 'wouter/use-browser-location'
import { type List, viewOf } from '../live/lists.ts'
import { useCell } from '../live/react.ts'
import { places } from '../places.ts'
import { Button } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'
import { words } from '../words/index.ts'
import { filter } from './list-state.ts'

const w = words.inbox
/** In place of the list: a window that is too low for it scrolls. */
export const INSTEAD = 'flex min-h-0 flex-1 flex-col overflow-y-auto'

/** No chat of the list has the words of the field. */
export function NoMatch() {
  const typed = useCell(filter)
  return (
    <div className={INSTEAD}>
      <Empty
        icon={SearchX}
        title={w.noMatch}
        action={
          <span className="flex flex-wrap justify-center gap-2">
            <Button onClick={() => navigate(places.search(typed))}>{w.searchAll}</Button>
            <Button kind="quiet" onClick={() => filter.set('')}>
              {w.clearFilter}
            </Button>
          </span>
        }
      >
        {w.noMatchHelp}
      </Empty>
    </div>
  )
}

/** The server did not answer. */
export const NotFound = ({ title, help, onRetry }: { title: string; help: string; onRetry: () => void }) => (
  <div role="alert" className={INSTEAD}>
    <Empty icon={CloudOff} title={title} action={<Button onClick={onRetry}>{words.common.retry}</Button>}>
      {help}
    </Empty>
  </div>
)

/** No chat meets the conditions of the list. */
export function NoneFits({ view }: { view: List }) {
  return (
    <div className={INSTEAD}>
      <Empty
        icon={ListFilter}
        title={w.noneFits}
        action={<Button onClick={() => navigate(places.view(viewOf(view)))}>{w.clearFilters}</Button>}
      >
        {w.noneFitsHelp}
      </Empty>
    </div>
  )
}
