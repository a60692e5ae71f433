import { useQuery } from '@tanstack/react-query'
import { Footprints } from 'lucide-react'
import { navigate } from 'wouter/use-browser-location'
import { channelsQuery } from '../api/queries.ts'
import { capabilitiesOf } from '../channels/capabilities.ts'
import { useCell, useSession } from '../live/react.ts'
import { places } from '../places.ts'
import { Button } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'
import { words } from '../words/index.ts'

const w = words.visitors

/** The empty list: no visitor is on the site, or no page has a widget yet. */
export function NoVisitors() {
  const { data: channels } = useQuery(channelsQuery)
  const { role } = useCell(useSession().live.me)
  const hasNone = channels !== undefined && !channels.some(({ kind }) => capabilitiesOf(kind).showsVisitors)
  const mayAdd = role !== 'agent'
  return (
    <div className="flex">
      <Empty
        icon={Footprints}
        title={hasNone ? w.none : w.empty}
        action={hasNone && mayAdd && <Button onClick={() => navigate(places.channels)}>{w.emptyAction}</Button>}
      >
        {hasNone ? (mayAdd ? w.noneHelp : w.askHelp) : w.emptyHelp}
      </Empty>
    </div>
  )
}
