import { useQuery } from '@tanstack/react-query'
import { Plus, Radio } from 'lucide-react'
import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import { channelsQuery } from '../api/queries.ts'
import { useCell, useDesk } from '../live/react.ts'
import { places } from '../places.ts'
import { IconButton } from '../ui/button.tsx'
import { cx } from '../ui/cx.ts'
import { Button } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'
import { LoadProblem } from '../ui/screen.tsx'
import { words } from '../words/index.ts'
import { ChannelScreen } from './channel-screen.tsx'
import { NewChannelDialog } from './new-channel.tsx'
import { StatusDot } from './status-dot.tsx'

const w = words.channels

/** The channels on one side, the one that is picked on the other; on a phone one at a time. */
export default function Channels({ id }: { id: number | null }) {
  const { data: channels, error, refetch } = useQuery(channelsQuery)
  const { role } = useCell(useDesk().live.me)
  const [adding, setAdding] = useState(false)
  const [, navigate] = useLocation()
  const mayChange = role !== 'agent'
  const channel = channels?.find((one) => one.id === id)

  if (error && !channels) return <LoadProblem title={w.failedLoad} error={error} onRetry={() => void refetch()} />
  return (
    <>
      <h1 className="sr-only">{w.title}</h1>
      <section
        aria-label={w.list}
        className={cx(
          'min-w-0 flex-1 flex-col border-e border-line bg-panel md:flex md:max-w-[17rem] lg:max-w-[19rem]',
          id === null ? 'flex' : 'hidden',
        )}
      >
        <div className="flex h-14 shrink-0 items-center justify-between border-b border-line ps-4 pe-2">
          <p className="font-semibold">{w.title}</p>
          {mayChange && (
            <IconButton label={w.add} onClick={() => setAdding(true)}>
              <Plus className="size-4.5" />
            </IconButton>
          )}
        </div>
        <div className="min-h-0 flex-1 overflow-y-auto p-1.5">
          {!channels ? (
            <ListSkeleton />
          ) : channels.length === 0 ? (
            <Empty
              icon={Radio}
              title={w.empty}
              action={
                mayChange && (
                  <Button kind="primary" onClick={() => setAdding(true)}>
                    {w.add}
                  </Button>
                )
              }
            >
              {w.emptyHelp}
            </Empty>
          ) : (
            <ul className="flex flex-col gap-0.5">
              {channels.map((one) => (
                <li key={one.id}>
                  <Link
                    href={places.channel(one.id)}
                    aria-current={one.id === id ? 'page' : undefined}
                    className={cx('block rounded-lg px-2.5 py-2', one.id === id ? 'bg-tint' : 'hover:bg-hover')}
                  >
                    <bdi className="block truncate font-medium">{one.name}</bdi>
                    <StatusDot channel={one} />
                  </Link>
                </li>
              ))}
            </ul>
          )}
        </div>
      </section>
      <section
        aria-label={channel?.name ?? w.pick}
        className={cx('min-w-0 flex-1 flex-col md:flex', id === null ? 'hidden' : 'flex')}
      >
        {channel ? (
          <ChannelScreen key={channel.id} channel={channel} mayChange={mayChange} />
        ) : channels && id !== null ? (
          <Empty icon={Radio} title={words.problem.missing}>
            {words.problem.missingHelp}
          </Empty>
        ) : (
          channels &&
          channels.length > 0 && (
            <Empty icon={Radio} title={w.pick}>
              {w.pickHelp}
            </Empty>
          )
        )}
      </section>
      <NewChannelDialog open={adding} onOpenChange={setAdding} onMade={(made) => navigate(places.channel(made.id))} />
    </>
  )
}

const ListSkeleton = () => (
  <div role="status" className="flex flex-col gap-3 p-2">
    <span className="sr-only">{words.common.loading}</span>
    {[60, 45, 70].map((width) => (
      <div key={width} className="flex flex-col gap-2 py-1">
        <div className="skeleton h-3.5" style={{ width: `${width}%` }} />
        <div className="skeleton h-2.5 w-24" />
      </div>
    ))}
  </div>
)
