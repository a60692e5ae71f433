import { useQuery } from '@tanstack/react-query'
import { Wrench } from 'lucide-react'
import type { ReactNode } from 'react'
import { saying } from '../api/client.ts'
import { deliveryQuery, type DeliveryState } from '../api/queries.ts'
import { full } from '../text/when.ts'
import { Button } from '../ui/button.tsx'
import { cx } from '../ui/cx.ts'
import { Notice } from '../ui/notice.tsx'
import { words } from '../words/index.ts'
import { Exchange } from './exchange.tsx'

const w = words.deliveries
const COLOURS = { ok: 'text-good', retry: 'text-warm', final: 'text-bad' }

type Props = { id: number; state: DeliveryState; attempts: number; diagnosis: string | null; children?: ReactNode }

/** Every try of a delivery, with what should be mended when something should; below it what can be done with it. */
export function Attempts({ id, state, attempts, diagnosis, children }: Props) {
  // The list above refreshes by itself; each new attempt or state there asks anew here.
  const base = deliveryQuery(id)
  const { data, error, refetch } = useQuery({
    ...base,
    queryKey: [...base.queryKey, state, attempts],
    placeholderData: (before) => before,
  })
  return (
    <div className="animate-appear border-t border-line bg-canvas px-3 py-4 md:px-4">
      {diagnosis && (
        <div className="mb-4 flex items-start gap-2 rounded-lg bg-warm-tint px-3 py-2 text-sm text-warm">
          <Wrench aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          <p className="breakable">{diagnosis}</p>
        </div>
      )}
      {error && !data ? (
        <Notice
          action={
            <Button size="sm" onClick={() => void refetch()}>
              {words.common.retry}
            </Button>
          }
        >
          {saying(error)}
        </Notice>
      ) : !data ? (
        <div role="status" className="skeleton h-32">
          <span className="sr-only">{words.common.loading}</span>
        </div>
      ) : data.attemptList.length === 0 ? (
        <p className="text-sm text-muted">{w.none}</p>
      ) : (
        <ol className="flex flex-col gap-5">
          {data.attemptList.map((attempt) => (
            <li key={attempt.number}>
              <p className="flex flex-wrap items-baseline gap-x-2 text-sm">
                <span className="font-semibold">{w.attempt(attempt.number)}</span>
                <span className={cx('font-medium', COLOURS[attempt.outcome])}>{w.outcomes[attempt.outcome]}</span>
                <time dateTime={new Date(attempt.at).toISOString()} className="text-xs text-muted">
                  {full(attempt.at)}
                </time>
              </p>
              {attempt.reason && <p className="text-sm text-soft breakable">{attempt.reason}</p>}
              <Exchange
                url={attempt.request.url}
                status={attempt.status}
                ms={attempt.ms}
                request={attempt.request}
                response={attempt.response}
              />
            </li>
          ))}
        </ol>
      )}
      {children}
    </div>
  )
}
