import { History, Search } from 'lucide-react'
import { useCell } from '../live/react.ts'
import { Button } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'
import { forgetSearches, recentSearches } from './recent.ts'
import { SEARCH_ID } from './search-box.tsx'
import { findWords } from './words.ts'

const w = findWords.search

/** Before anything is typed: the latest searches, or what can be found. */
export function SearchStart({ onChoose }: { onChoose: (q: string) => void }) {
  const recent = useCell(recentSearches)
  if (recent.length === 0) {
    return (
      <Empty icon={Search} title={w.start}>
        {w.startHelp}
      </Empty>
    )
  }
  const choose = (q: string) => {
    onChoose(q)
    document.getElementById(SEARCH_ID)?.focus()
  }
  return (
    <section aria-label={w.recent} className="mt-4">
      <div className="flex items-center justify-between px-3">
        <h2 className="text-xs font-semibold text-muted">{w.recent}</h2>
        <Button kind="quiet" size="sm" onClick={forgetSearches}>
          {w.forget}
        </Button>
      </div>
      <ul>
        {recent.map((q) => (
          <li key={q}>
            <button
              type="button"
              onClick={() => choose(q)}
              className="flex w-full items-center gap-3 rounded-lg px-3 py-2 text-start hover:bg-hover"
            >
              <History aria-hidden="true" className="size-4 shrink-0 text-muted" />
              <bdi className="min-w-0 truncate">{q}</bdi>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
