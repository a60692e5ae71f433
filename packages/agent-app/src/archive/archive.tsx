import { useInfiniteQuery } from '@tanstack/react-query'
import { Archive as Box, SearchX } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'wouter'
import { saying } from '../api/client.ts'
import { archiveQuery } from '../api/archive.ts'
import { useCell, useSession } from '../live/react.ts'
import { Button } from '../ui/button.tsx'
import { cx } from '../ui/cx.ts'
import { Empty } from '../ui/empty.tsx'
import { ListEnd } from '../ui/list-end.tsx'
import { LIST } from '../ui/list.ts'
import { Notice } from '../ui/notice.tsx'
import { Page } from '../ui/page.tsx'
import { LoadingRows, LoadProblem } from '../ui/states.tsx'
import { words } from '../words/index.ts'
import { ArchiveRow } from './archive-row.tsx'
import { Export } from './export.tsx'
import { FilterBar } from './filter-bar.tsx'
import { toFilters, toSearch, type Filters } from './filters.ts'
import { RatingsLine } from './ratings-line.tsx'

const w = words.archive

/** The archive. Its filters are in the address, so that a search can be bookmarked and shared. */
export default function Archive() {
  const [search, setSearch] = useSearchParams()
  const [cleared, setCleared] = useState(0)
  const mayExport = useCell(useSession().live.me).role !== 'agent'
  const filters = toFilters(search)
  const query = useInfiniteQuery(archiveQuery(filters))
  const { data, error, hasNextPage, isFetchNextPageError, isPlaceholderData } = query
  const change = (next: Filters) => setSearch(toSearch(next), { replace: true })
  const chats = data?.pages.flatMap((page) => page.chats)
  const isFiltered = Object.keys(filters).length > 0
  const clear = () => {
    setCleared(cleared + 1)
    change({})
  }

  return (
    <Page title={w.title} help={w.help}>
      {/* A new key resets the unfinished input when the filters are cleared from outside. */}
      <FilterBar key={cleared} filters={filters} onChange={change} />
      <div className="my-2 flex min-h-8 flex-wrap items-center gap-x-3 gap-y-1">
        <p role="status" className="text-sm text-muted">
          {chats && chats.length > 0 && !isPlaceholderData
            ? words.inbox.chats(chats.length, hasNextPage)
            : w.searchHelp}
        </p>
        {chats && chats.length > 0 && <RatingsLine filters={filters} />}
        <span className="ms-auto flex items-center gap-1">
          {isFiltered && (
            <Button kind="quiet" size="sm" onClick={clear}>
              {w.clear}
            </Button>
          )}
          {mayExport && chats && chats.length > 0 && <Export filters={filters} />}
        </span>
      </div>
      {error && chats && !isFetchNextPageError && <Notice className="mb-3">{saying(error)}</Notice>}
      {error && !chats ? (
        <LoadProblem title={w.failedLoad} error={error} onRetry={() => void query.refetch()} />
      ) : !chats ? (
        <LoadingRows rows={6} className="h-20" />
      ) : chats.length === 0 ? (
        <Empty icon={isFiltered ? SearchX : Box} title={isFiltered ? w.none : w.empty}>
          {isFiltered ? w.noneHelp : w.emptyHelp}
        </Empty>
      ) : (
        <ul aria-label={w.list} className={cx(LIST, 'transition-opacity', isPlaceholderData && 'opacity-60')}>
          {chats.map((chat) => (
            <ArchiveRow key={chat.id} chat={chat} />
          ))}
        </ul>
      )}
      <ListEnd query={query} end={w.end} />
    </Page>
  )
}
