import { useQuery } from '@tanstack/react-query'
import { agentsQuery, channelsQuery } from '../api/queries.ts'
import { places } from '../places.ts'
import { onNoChannel } from '../team/on-no-channel.ts'
import { inList } from '../text/when.ts'
import { Notice } from '../ui/notice.tsx'
import { isolate } from '../words/isolate.ts'
import { laterWords } from '../words/later.ts'
import { Link } from '../ui/link.tsx'

const w = laterWords.onChannels

/** Names of agents in the notice; the others are counted in Team. */
const NAMES = 3

/** Tells owners and admins of agents whom no visitor reaches. */
export function Unreached({ className }: { className: string }) {
  const { data: agents = [] } = useQuery(agentsQuery)
  const { data: channels } = useQuery(channelsQuery)
  const unreached = channels ? onNoChannel(agents, channels) : []
  if (unreached.length === 0) return null
  const names = unreached.slice(0, NAMES).map(({ name }) => isolate(name))
  return (
    <Notice
      tone="warm"
      className={className}
      action={
        <Link href={places.team} className="shrink-0 font-medium underline">
          {w.choose}
        </Link>
      }
    >
      {w.others(inList(unreached.length > NAMES ? [...names, '…'] : names))}
    </Notice>
  )
}
