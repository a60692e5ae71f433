import type { Delivery } from '@deskbell/protocol/agent/channel'
import { useInfiniteQuery } from '@tanstack/react-query'
import { ChevronRight, PackageOpen } from 'lucide-react'
import { useState } from 'react'
import { deliveriesQuery, type DeliverySource, type DeliveryState } from '../api/queries.ts'
import { full, moment } from '../text/when.ts'
import { Button } from '../ui/button.tsx'
import { cx } from '../ui/cx.ts'
import { Empty } from '../ui/empty.tsx'
import { useNow } from '../ui/now.ts'
import { LoadProblem } from '../ui/screen.tsx'
import { Select } from '../ui/select.tsx'
import { words } from '../words/index.ts'
import { Attempts } from './attempts.tsx'
import { Replay } from './replay.tsx'

const w = words.deliveries
const STATES = Object.keys(w.states) as DeliveryState[]

const COLOURS: Record<DeliveryState, string> = {
  done: 'bg-good-tint text-good',
  failed: 'bg-bad-tint text-bad',
  parked: 'bg-hot-tint text-hot',
  due: 'bg-warm-tint text-warm',
  waiting: 'bg-well text-soft',
  cancelled: 'bg-well text-muted',
}

/** Every request that is or was owed to an integrator's server or a bot's provider, newest first. `help`: when there is none. */
export function Deliveries({ source, help }: { source: DeliverySource; help: string }) {
  const [state, setState] = useState<DeliveryState | null>(null)
  const query = useInfiniteQuery(deliveriesQuery(source, state))
  const rows = query.data?.pages.flatMap((page) => page.deliveries)

  return (
    <>
      <div className="mb-3 flex items-center justify-between gap-3">
        <div className="w-44">
          <Select
            aria-label={w.filter}
            compact
            value={state ?? ''}
            options={[['', w.all], ...STATES.map((one) => [one, w.states[one]] as const)]}
            onChange={(value) => setState(value === '' ? null : (value as DeliveryState))}
          />
        </div>
        <p className="flex items-center gap-1.5 text-xs text-muted">
          <span aria-hidden="true" className="size-1.5 animate-pulse-soft rounded-full bg-good" />
          {w.live}
        </p>
      </div>
      {query.error && !rows ? (
        <LoadProblem title={w.failedLoad} error={query.error} onRetry={() => void query.refetch()} />
      ) : !rows ? (
        <div role="status" className="flex flex-col gap-1">
          <span className="sr-only">{words.common.loading}</span>
          {Array.from({ length: 6 }, (_, index) => (
            <div key={index} className="skeleton h-14" />
          ))}
        </div>
      ) : rows.length === 0 ? (
        <Empty icon={PackageOpen} title={state ? w.emptyState : w.empty}>
          {!state && help}
        </Empty>
      ) : (
        <ul className="overflow-hidden rounded-2xl border border-line bg-panel">
          {rows.map((delivery) => (
            <DeliveryRow key={delivery.id} delivery={delivery} />
          ))}
        </ul>
      )}
      {query.hasNextPage && (
        <div className="mt-4 flex justify-center">
          <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {words.common.more}
          </Button>
        </div>
      )}
    </>
  )
}

/** One delivery; a press shows what was sent and what came back. */
function DeliveryRow({ delivery }: { delivery: Delivery }) {
  const [open, setOpen] = useState(false)
  const now = useNow()
  const { id, state, kind, bot, recipient, replayOf, attempts, createdAt, finishedAt, nextAt, reason, diagnosis } =
    delivery
  return (
    <li className="border-b border-line last:border-b-0">
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="flex w-full items-center gap-3 px-3 py-2.5 text-start hover:bg-hover focus-visible:-outline-offset-2"
      >
        <ChevronRight
          aria-hidden="true"
          className={cx(
            'size-4 shrink-0 text-muted transition-transform rtl:-scale-x-100',
            open && 'rotate-90 rtl:-rotate-90',
          )}
        />
        <span className={cx('w-20 shrink-0 rounded-md px-1.5 py-0.5 text-center text-xs font-medium', COLOURS[state])}>
          {w.states[state]}
        </span>
        <span className="min-w-0 flex-1">
          <span className="flex gap-1.5">
            <span className="shrink-0 font-medium">{kind}</span>
            {recipient !== null && <bdi className="truncate text-muted">{w.to(recipient)}</bdi>}
          </span>
          <span className="flex gap-1 text-xs text-muted">
            <span className="shrink-0">
              {[
                w.number(id),
                replayOf !== null && w.replayOf(replayOf),
                delivery.chat !== null && w.toChat(delivery.chat),
                w.attempts(attempts),
                nextAt !== null && w.next(moment(nextAt, now)),
              ]
                .filter(Boolean)
                .join(' · ')}
            </span>
            {reason !== null && <bdi className="truncate">· {reason}</bdi>}
          </span>
        </span>
        <time
          dateTime={new Date(createdAt).toISOString()}
          title={full(createdAt)}
          className="shrink-0 text-xs text-muted max-sm:hidden"
        >
          {moment(createdAt, now)}
        </time>
      </button>
      {open && (
        <Attempts id={id} state={state} attempts={attempts} diagnosis={diagnosis}>
          {bot !== null && finishedAt !== null && <Replay delivery={id} bot={bot} />}
        </Attempts>
      )}
    </li>
  )
}
