import type { Call } from '@deskbell/protocol/agent/call'
import { useQueryClient } from '@tanstack/react-query'
import { Check, MessageCircle } from 'lucide-react'
import { useSession } from '../live/react.ts'
import { places } from '../places.ts'
import { full, moment } from '../text/when.ts'
import { useAct } from '../ui/act.ts'
import { Button } from '../ui/button.tsx'
import { cx } from '../ui/cx.ts'
import { Link } from '../ui/link.tsx'
import { useNow } from '../ui/now.ts'
import { markHandled } from './acts.ts'
import { CallBack } from './call-back.tsx'
import { CallIcon } from './call-icon.tsx'
import { Recording } from './recording/recording.tsx'
import { sayCall, sayFailure, whoCalls } from './say.ts'
import { callWords as w } from './words.ts'

/** A call in the list of all. */
export function CallRow({ call }: { call: Call }) {
  const { live } = useSession()
  const queries = useQueryClient()
  const { busy, problem, run } = useAct()
  const now = useNow()
  const name = whoCalls(call)
  const { chat, channel, missed, started, visitor } = call
  const failure = sayFailure(call)
  const handle = () =>
    void run(async () => {
      await markHandled(live, call.id)
      await queries.invalidateQueries({ queryKey: ['calls'] })
    })
  return (
    <li tabIndex={-1} className="flex items-start gap-3 px-4 py-3 md:px-3">
      <CallIcon call={call} />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <Link href={places.contact(visitor.contact)} className="min-w-0 font-medium hover:underline">
            <bdi className="truncate">{name}</bdi>
          </Link>
          <bdi className="truncate text-xs text-muted">{channel.name}</bdi>
          <time dateTime={new Date(started).toISOString()} title={full(started)} className="ms-auto text-xs text-muted">
            {moment(started, now)}
          </time>
        </p>
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1.5">
          <p className={cx('min-w-0 text-sm breakable', missed ? 'text-bad' : 'text-soft')}>
            <bdi dir="auto">{sayCall(call)}</bdi>
            {failure && <span className="text-muted"> · {failure}</span>}
          </p>
          {(chat !== null || missed) && (
            <div className="flex flex-wrap items-center gap-2">
              {chat !== null && (
                <Link
                  href={places.chat('all', chat)}
                  className="inline-flex h-7 shrink-0 items-center gap-1.5 rounded-md bg-tint px-2.5 text-sm font-medium text-accent transition-colors hover:text-accent-strong"
                >
                  <MessageCircle aria-hidden="true" className="size-4" />
                  {w.toChat}
                </Link>
              )}
              {missed && <CallBack call={call} />}
              {missed && (
                <Button size="sm" busy={busy} aria-label={w.handledOf(name)} onClick={handle}>
                  <Check aria-hidden="true" className="size-4" />
                  {w.handled}
                </Button>
              )}
            </div>
          )}
        </div>
        {(call.recorded || call.recordingErased) && (
          <div className="mt-2">
            <Recording call={call} />
          </div>
        )}
        {problem && (
          <p role="alert" className="text-sm text-bad">
            {problem.text}
          </p>
        )}
      </div>
    </li>
  )
}
