import type { LiveView } from '@deskbell/protocol/agent/live'
import { toList } from '../live/lists.ts'
import { places } from '../places.ts'
import { lasting } from '../text/when.ts'
import { Link } from '../ui/link.tsx'
import { Part, ROW } from './part.tsx'
import { sayClosed } from './say-closed.ts'
import { liveWords as w } from './words.ts'

/** Who waits, by department. */
export const QueuesPart = ({ live: { queues, at } }: { live: LiveView }) => (
  <Part title={w.departments}>
    {queues.map(({ department, chats, since, online, hours }) => (
      <li key={department?.id ?? 0}>
        <Link href={places.view(toList('waiting', department ? { department: department.id } : {}))} className={ROW}>
          <div className="min-w-0 flex-1">
            <bdi className="block truncate font-medium">{department?.name ?? w.everybody}</bdi>
            <span className="text-sm text-muted">
              {[sayClosed(hours, at), w.onlineIn(online)].filter(Boolean).join(' · ')}
            </span>
          </div>
          <div className="text-end">
            <span className={chats > 0 ? 'font-medium' : 'text-muted'}>{w.queue(chats)}</span>
            {since !== null && (
              <span className="block text-sm text-muted">{w.longest(lasting(at - since, 'narrow'))}</span>
            )}
          </div>
        </Link>
      </li>
    ))}
  </Part>
)
