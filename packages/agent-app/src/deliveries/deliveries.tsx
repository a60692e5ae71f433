import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { PackageOpen } from 'lucide-react'
import { useRef, useState } from 'react'
import { deliveriesQuery } from '../api/deliveries.ts'
import { Button } from '../ui/button.tsx'
import { cx } from '../ui/cx.ts'
import { Empty } from '../ui/empty.tsx'
import { LoadingRows, LoadProblem } from '../ui/states.tsx'
import { ListEnd } from '../ui/list-end.tsx'
import { LIST } from '../ui/list.ts'
import { Notice } from '../ui/notice.tsx'
import { words } from '../words/index.ts'
import { DeliveryRow } from './delivery-row.tsx'
import { FilterBar } from './filter-bar.tsx'
import type { Filters, Who } from './filters.ts'
import { LiveSwitch } from './live-switch.tsx'
import { useNames, whoOf } from './whom.ts'

const w = words.deliveries
type Props = {
  /** The channel, bot or webhook of the log; null: all. */
  source: Who | null
  filters: Filters
  onFilter: (filters: Filters) => void
  /** Shown while the log is empty. */
  help: string
}

/** The delivery log: every request to a partner's server, newest first. */
export function Deliveries({ source, filters, onFilter, help }: Props) {
  const [live, setLive] = useState(true)
  const [cleared, setCleared] = useState(0)
  const queries = useQueryClient()
  const options = deliveriesQuery(source, filters, live)
  const query = useInfiniteQuery(options)
  const { data, error, isFetchNextPageError, isPlaceholderData } = query
  const names = useNames()
  const top = useRef<HTMLDivElement>(null)
  const rows = data?.pages.flatMap((page) => page.deliveries)
  const isBack = (data?.pages.length ?? 1) > 1
  const isFiltered = Object.keys(filters).length > 0
  const clear = () => {
    setCleared(cleared + 1)
    onFilter({})
  }
  const toNewest = () => {
    queries.setQueryData(
      options.queryKey,
      (held) => held && { pages: held.pages.slice(0, 1), pageParams: held.pageParams.slice(0, 1) },
    )
    top.current?.scrollIntoView({ block: 'end' })
    void query.refetch()
  }

  return (
    <>
      <div ref={top}>
        {/* A new key resets the unfinished input when the filters are cleared from outside. */}
        <FilterBar key={cleared} source={source} filters={filters} onChange={onFilter} />
      </div>
      <div className="my-2 flex min-h-8 flex-wrap items-center gap-x-3 gap-y-1">
        {isFiltered && (
          <Button kind="quiet" size="sm" className="-ms-2.5" onClick={clear}>
            {w.clear}
          </Button>
        )}
        <div className="ms-auto flex flex-wrap items-center justify-end gap-x-3 gap-y-1">
          {isBack && (
            <Button size="sm" onClick={toNewest}>
              {w.newest}
            </Button>
          )}
          <LiveSwitch live={live} resting={isBack} onChange={setLive} />
        </div>
      </div>
      {error && rows && !isFetchNextPageError && (
        <Notice tone="warm" className="mb-3">
          {w.stopped}
        </Notice>
      )}
      {error && !rows ? (
        <LoadProblem title={w.failedLoad} error={error} onRetry={() => void query.refetch()} />
      ) : !rows ? (
        <LoadingRows rows={6} className="h-14" />
      ) : rows.length === 0 ? (
        <Empty icon={PackageOpen} title={isFiltered ? w.emptyState : w.empty}>
          {isFiltered ? w.emptyStateHelp : help}
        </Empty>
      ) : (
        <ul aria-label={w.list} className={cx(LIST, 'transition-opacity', isPlaceholderData && 'opacity-60')}>
          {rows.map((delivery) => {
            const who = source ? null : whoOf(delivery)
            return <DeliveryRow key={delivery.id} delivery={delivery} whom={who && names(who)} />
          })}
        </ul>
      )}
      <ListEnd query={query} end={w.end} />
    </>
  )
}
