import type { Delivery } from '@deskbell/protocol/agent/channel'
import { useQuery } from '@tanstack/react-query'
import { Wrench } from 'lucide-react'
import type { ReactNode } from 'react'
import { deliveryQuery } from '../api/deliveries.ts'
import { saying } from '../api/client.ts'
import { places } from '../places.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { words } from '../words/index.ts'
import { AttemptItem } from './attempt-item.tsx'
import { Link } from '../ui/link.tsx'
import { sayReason } from '../words/translation.ts'

const w = words.deliveries

type Props = { delivery: Delivery; children?: ReactNode }

/** All attempts of a delivery, with the setting to fix if there is one, and its actions below. */
export function Attempts({ delivery, children }: Props) {
  const { id, state, attempts, chat, diagnosis } = delivery
  // The list above refreshes by itself; a new attempt or state refetches the details here.
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
          <p className="breakable">{sayReason(diagnosis)}</p>
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
            <AttemptItem key={attempt.number} delivery={data} attempt={attempt} />
          ))}
        </ol>
      )}
      {chat !== null && (
        <Link
          href={places.chat('all', chat)}
          className="mt-4 inline-block text-sm font-medium text-accent underline-offset-2 hover:underline"
        >
          {w.openChat}
        </Link>
      )}
      {children}
    </div>
  )
}
