import { useQuery } from '@tanstack/react-query'
import { Radio } from 'lucide-react'
import { useState } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { channelsQuery } from '../api/queries.ts'
import { useCell, useSession } from '../live/react.ts'
import type { ScreenProps } from '../nav/rooms.ts'
import { places } from '../places.ts'
import { ItemList } from '../ui/item-list.tsx'
import { ItemScreen } from '../ui/item-screen.tsx'
import { words } from '../words/index.ts'
import { ChannelScreen } from './channel-screen.tsx'
import { kindViewOf } from './kinds.ts'
import { NewChannelDialog } from './new-channel.tsx'
import { StatusDot } from './status-dot.tsx'

const w = words.channels

/** The channels, or one of them. */
export default function Channels({ rest: [id] }: ScreenProps) {
  const query = useQuery(channelsQuery)
  const { role } = useCell(useSession().live.me)
  const [adding, setAdding] = useState(false)
  const mayChange = role !== 'agent'
  if (id !== undefined) {
    return (
      <ItemScreen words={w} query={query} id={id} back={places.channels}>
        {(channel) => <ChannelScreen key={channel.id} channel={channel} mayChange={mayChange} />}
      </ItemScreen>
    )
  }
  return (
    <>
      <ItemList
        icon={Radio}
        iconOf={({ kind }) => kindViewOf(kind).icon}
        words={w}
        query={query}
        href={places.channel}
        {...(mayChange && { onAdd: () => setAdding(true) })}
        under={(one) => <StatusDot channel={one} />}
      />
      <NewChannelDialog open={adding} onOpenChange={setAdding} onMade={(made) => navigate(places.channel(made.id))} />
    </>
  )
}
