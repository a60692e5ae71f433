import type { LiveView } from '@deskbell/protocol/agent/live'
import { useQuery } from '@tanstack/react-query'
import { Maximize } from 'lucide-react'
import { useRef } from 'react'
import { lasting, number } from '../text/when.ts'
import { Button } from '../ui/button.tsx'
import { cx } from '../ui/cx.ts'
import { Notice } from '../ui/notice.tsx'
import { useSeconds } from '../ui/now.ts'
import { Page } from '../ui/page.tsx'
import { LoadingRows, LoadProblem } from '../ui/states.tsx'
import { AgentsPart } from './agents-part.tsx'
import { QueuesPart } from './queues-part.tsx'
import { liveQuery } from './query.ts'
import { UnattendedPart } from './unattended-part.tsx'
import { liveWords as w } from './words.ts'

/** What was read so long ago is not what happens now (ms). */
const OLD_AFTER = 10_000

/** What happens in the account now: for team leads, and for a screen on the wall. */
export default function LiveScreen() {
  const { data: live, error, fetchStatus, dataUpdatedAt, refetch } = useQuery(liveQuery)
  // A request may hang, and without a connection none is made.
  const isOld = useSeconds() - dataUpdatedAt > OLD_AFTER
  const hasStopped = error !== null || fetchStatus === 'paused' || isOld
  const wall = useRef<HTMLDivElement>(null)
  return (
    <Page
      title={w.title}
      help={w.help}
      action={
        live &&
        document.fullscreenEnabled && (
          <Button onClick={() => void wall.current?.requestFullscreen()}>
            <Maximize aria-hidden="true" className="size-4" />
            {w.wall}
          </Button>
        )
      }
    >
      {!live && error && <LoadProblem title={w.failedLoad} error={error} onRetry={() => void refetch()} />}
      {!live && !error && <LoadingRows rows={3} className="h-24" />}
      {live && (
        <div ref={wall} className="wall bg-panel">
          {hasStopped && (
            <Notice tone="warm" className="mb-3">
              {w.stopped}
            </Notice>
          )}
          <div className={cx(hasStopped && 'opacity-60')}>
            <Tiles live={live} />
            {live.unattendedCount > 0 && <UnattendedPart live={live} />}
            <div className="mt-6 grid gap-x-10 gap-y-6 @3xl/page:grid-cols-2">
              <AgentsPart live={live} />
              <QueuesPart live={live} />
            </div>
          </div>
        </div>
      )}
    </Page>
  )
}

/** The numbers of the moment. */
function Tiles({ live }: { live: LiveView }) {
  const { at, agents, queues, unattendedCount } = live
  const waiting = queues.reduce((sum, { chats }) => sum + chats, 0)
  const since = Math.min(...queues.map((queue) => queue.since ?? Infinity))
  const online = agents.filter(({ presence }) => presence === 'online')
  const free = online.reduce(
    (sum, { chats, offers, capacity, hours }) =>
      sum + (hours?.open === false ? 0 : Math.max(0, capacity - chats - offers)),
    0,
  )
  return (
    <dl className="grid grid-cols-2 gap-3 @3xl/page:grid-cols-4">
      <Tile
        label={w.waiting}
        value={waiting}
        note={waiting > 0 ? w.longest(lasting(at - since, 'narrow')) : w.nobodyWaits}
      />
      <Tile label={w.online} value={online.length} note={w.ofAgents(agents.length)} />
      <Tile label={w.free} value={free} note={w.freeHelp} />
      <Tile
        label={w.unattended}
        value={unattendedCount}
        note={unattendedCount > 0 ? w.unattendedSome : w.unattendedNone}
        bad={unattendedCount > 0}
      />
    </dl>
  )
}

const Tile = ({ label, value, note, bad = false }: { label: string; value: number; note: string; bad?: boolean }) => (
  <div className={cx('rounded-xl border px-4 py-3', bad ? 'border-bad-solid bg-bad-tint' : 'border-line')}>
    <dt className="text-sm text-muted">{label}</dt>
    <dd className={cx('mt-0.5 text-xl font-semibold tabular-nums', bad && 'text-bad')}>{number(value)}</dd>
    <dd className={cx('text-sm', bad ? 'text-bad' : 'text-muted')}>{note}</dd>
  </div>
)
