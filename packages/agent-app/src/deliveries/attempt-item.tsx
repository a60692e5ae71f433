import type { Attempt, DeliveryWithAttempts } from '@deskbell/protocol/agent/channel'
import { full } from '../text/when.ts'
import { cx } from '../ui/cx.ts'
import { words } from '../words/index.ts'
import { CurlButton } from './curl-button.tsx'
import { Exchange } from './exchange.tsx'
import { methodOf } from './to-command.ts'
import { sayReason } from '../words/translation.ts'

const w = words.deliveries
const COLOURS = { ok: 'text-good', retry: 'text-warm', final: 'text-bad' }

/** One attempt: its time, request, response and result. */
export const AttemptItem = ({ delivery, attempt }: { delivery: DeliveryWithAttempts; attempt: Attempt }) => {
  const { outcome } = attempt
  // The last attempt of a finished delivery is not retried.
  const isLast = outcome === 'retry' && delivery.finishedAt !== null && delivery.attemptList.at(-1) === attempt
  return (
    <li>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <p className="flex flex-wrap items-baseline gap-x-2 text-sm">
          <span className="font-semibold">{w.attempt(attempt.number)}</span>
          <span className={cx('font-medium', COLOURS[isLast ? 'final' : outcome])}>
            {isLast ? w.outcomes.last : w.outcomes[outcome]}
          </span>
          <time dateTime={new Date(attempt.at).toISOString()} className="text-xs text-muted">
            {full(attempt.at)}
          </time>
        </p>
        <CurlButton delivery={delivery} attempt={attempt} />
      </div>
      {attempt.reason && <p className="text-sm text-soft breakable">{sayReason(attempt.reason)}</p>}
      <Exchange
        method={methodOf(delivery.kind)}
        url={attempt.request.url}
        status={attempt.status}
        ms={attempt.ms}
        request={attempt.request}
        response={attempt.response}
      />
    </li>
  )
}
