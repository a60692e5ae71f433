import { useQuery } from '@tanstack/react-query'
import { Radio } from 'lucide-react'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { channelsQuery } from '../api/queries.ts'
import { useCell, useSession } from '../live/react.ts'
import { places } from '../places.ts'
import { Panes } from '../ui/panes.tsx'
import { LoadProblem } from '../ui/screen.tsx'
import { words } from '../words/index.ts'
import { ChannelScreen } from './channel-screen.tsx'
import { NewChannelDialog } from './new-channel.tsx'
import { StatusDot } from './status-dot.tsx'

const w = words.channels

export default function Channels({ id }: { id: number | null }) {
  const { data: channels, error, refetch } = useQuery(channelsQuery)
  const { role } = useCell(useSession().live.me)
  const [adding, setAdding] = useState(false)
  const [, navigate] = useLocation()
  const mayChange = role !== 'agent'
  const channel = channels?.find((one) => one.id === id)

  if (error && !channels) {
    return (
      <>
        <h1 className="sr-only">{w.title}</h1>
        <LoadProblem title={w.failedLoad} error={error} onRetry={() => void refetch()} />
      </>
    )
  }
  return (
    <>
      <Panes
        icon={Radio}
        words={w}
        items={channels}
        picked={id}
        href={places.channel}
        {...(mayChange && { onAdd: () => setAdding(true) })}
        under={(one) => <StatusDot channel={one} />}
      >
        {channel && <ChannelScreen key={channel.id} channel={channel} mayChange={mayChange} />}
      </Panes>
      <NewChannelDialog open={adding} onOpenChange={setAdding} onMade={(made) => navigate(places.channel(made.id))} />
    </>
  )
}
