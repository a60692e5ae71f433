import { useQuery } from '@tanstack/react-query'
import { ListChecks } from 'lucide-react'
import { channelsQuery } from '../api/queries.ts'
import { useCell, useSession } from '../live/react.ts'
import { places } from '../places.ts'
import { onNoChannel } from '../team/on-no-channel.ts'
import { Notice } from '../ui/notice.tsx'
import { laterWords } from '../words/later.ts'
import { checklistQuery } from './query.ts'
import { isComplete } from './steps.ts'
import { checklistWords as w } from './words.ts'
import { Link } from '../ui/link.tsx'

/** Above an empty list of chats: why none may arrive. */
export default function ListHint() {
  const { role } = useCell(useSession().live.me)
  return role === 'agent' ? <OnNoChannel /> : <ToChecklist />
}

/** On a phone, the list of steps is on a screen of its own. */
function ToChecklist() {
  const { data } = useQuery(checklistQuery)
  if (!data || data.hidden || isComplete(data)) return null
  const done = data.steps.filter((one) => one.done).length
  return (
    <Link
      href={places.gettingStarted}
      className="m-3 flex items-center gap-3 rounded-lg border border-line bg-panel px-3 py-2.5 transition-colors hover:bg-hover md:hidden"
    >
      <ListChecks aria-hidden="true" className="size-5 text-accent" />
      <span className="min-w-0 flex-1 font-medium">{w.title}</span>
      <span className="text-sm text-muted">{w.progress(done, data.steps.length)}</span>
    </Link>
  )
}

function OnNoChannel() {
  const me = useCell(useSession().live.me)
  const { data: channels } = useQuery(channelsQuery)
  if (!channels || onNoChannel([{ ...me, presence: me.status }], channels).length === 0) return null
  return (
    <Notice tone="warm" className="m-3">
      <p className="font-medium">{laterWords.onChannels.yours}</p>
      {laterWords.onChannels.yoursHelp}
    </Notice>
  )
}
