import type { Delivery } from '@deskbell/protocol/agent/channel'
import { ChevronRight } from 'lucide-react'
import { useId, useState } from 'react'
import { useCell, useSession } from '../live/react.ts'
import { full, moment } from '../text/when.ts'
import { cx } from '../ui/cx.ts'
import { useNow } from '../ui/now.ts'
import { words } from '../words/index.ts'
import { Attempts } from './attempts.tsx'
import type { DeliveryState } from './filters.ts'
import { NextAttempt } from './next-attempt.tsx'
import { Replay } from './replay.tsx'
import { StatePill } from './state-pill.tsx'
import { sayReason } from '../words/translation.ts'

const w = words.deliveries
/** States before the end of a delivery. */
const OPEN: readonly DeliveryState[] = ['due', 'waiting']

type Props = { delivery: Delivery; whom: string | null }

/** One delivery; it unfolds to its attempts. `whom`: the receiver, in the log of all receivers. */
export function DeliveryRow({ delivery, whom }: Props) {
  const [open, setOpen] = useState(false)
  const region = useId()
  const now = useNow()
  const account = useCell(useSession().live.me).account.id
  const { id, state, kind, recipient, replayOf, attempts, createdAt, nextAt, reason, chat, event } = delivery
  const at = (
    <time dateTime={new Date(createdAt).toISOString()} title={full(createdAt)}>
      {moment(createdAt, now)}
    </time>
  )
  const facts = [
    w.number(id),
    replayOf !== null && w.replayOf(replayOf),
    event !== null && w.event(account, event),
    chat !== null && w.toChat(chat),
    attempts !== 1 && w.attempts(attempts),
  ]
  return (
    <li className="[contain-intrinsic-size:auto_3.75rem] [content-visibility:auto]">
      <button
        type="button"
        aria-expanded={open}
        aria-controls={open ? region : undefined}
        onClick={() => setOpen(!open)}
        className="flex w-full items-center gap-2 px-4 py-2 text-start transition-colors hover:bg-hover md:px-3 focus-visible:-outline-offset-2 sm:gap-3"
      >
        <ChevronRight
          aria-hidden="true"
          className={cx(
            'size-4 shrink-0 text-muted transition-transform rtl:-scale-x-100',
            open && 'rotate-90 rtl:-rotate-90',
          )}
        />
        <StatePill state={state} />
        <span className="min-w-0 flex-1">
          <span className="flex flex-wrap gap-x-1.5">
            <span className="font-medium breakable">{kind}</span>
            {whom !== null && (
              <bdi dir={words.dir} className="max-w-full truncate text-soft">
                {w.to(whom)}
              </bdi>
            )}
          </span>
          <span className="block text-xs text-muted">
            <span className="sm:hidden">{at} · </span>
            {recipient !== null && (
              <>
                <bdi dir={words.dir} className="max-w-full truncate">
                  {whom === null ? w.to(recipient) : w.of(recipient)}
                </bdi>
                {' · '}
              </>
            )}
            {facts.filter(Boolean).join(' · ')}
            {nextAt !== null && OPEN.includes(state) && (
              <span className="text-warm">
                {' · '}
                <NextAttempt at={nextAt} />
              </span>
            )}
          </span>
          {reason !== null && (
            <span className={cx('block text-xs breakable', state === 'failed' ? 'text-bad' : 'text-muted')}>
              <bdi>{sayReason(reason)}</bdi>
            </span>
          )}
        </span>
        <span className="shrink-0 text-xs text-muted max-sm:hidden">{at}</span>
      </button>
      {open && (
        <div id={region}>
          <Attempts delivery={delivery}>
            <Replay delivery={delivery} />
          </Attempts>
        </div>
      )}
    </li>
  )
}
