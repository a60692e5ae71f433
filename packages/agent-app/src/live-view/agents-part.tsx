import type { LiveAgent, LiveView } from '@deskbell/protocol/agent/live'
import { lasting } from '../text/when.ts'
import { AgentFace } from '../team/agent-face.tsx'
import { toList } from '../live/lists.ts'
import { places } from '../places.ts'
import { cx } from '../ui/cx.ts'
import { Link } from '../ui/link.tsx'
import { words } from '../words/index.ts'
import { Part, ROW } from './part.tsx'
import { sayClosed } from './say-closed.ts'
import { liveWords as w } from './words.ts'

const ORDER = { online: 0, away: 1, offline: 2 } as const

/** The agents, those who are online first, the busiest first. */
export function AgentsPart({ live: { agents, at } }: { live: LiveView }) {
  const sorted = agents.toSorted((a, b) => ORDER[a.presence] - ORDER[b.presence] || b.chats - a.chats)
  return (
    <Part title={w.agents}>
      {sorted.map((agent) => (
        <AgentRow key={agent.id} agent={agent} at={at} />
      ))}
    </Part>
  )
}

function AgentRow({ agent, at }: { agent: LiveAgent; at: number }) {
  const { id, name, presence, chats, offers, capacity, unansweredSince, hours } = agent
  const share = capacity === 0 ? 1 : Math.min(1, chats / capacity)
  return (
    <li>
      <Link href={places.view(toList('all', { agent: id }))} className={ROW}>
        <AgentFace agent={agent} size="md" presence={presence} />
        <div className="min-w-0 flex-1">
          <p className="flex items-baseline gap-2">
            <bdi className="truncate font-medium">{name}</bdi>
            <span className="text-sm text-muted">{words.team.presence[presence]}</span>
          </p>
          <p className="text-sm text-muted">
            {[
              sayClosed(hours, at),
              w.chats(chats, capacity),
              offers > 0 && w.offered(offers),
              unansweredSince !== null && w.unanswered(lasting(at - unansweredSince, 'narrow')),
            ]
              .filter(Boolean)
              .join(' · ')}
          </p>
        </div>
        <span aria-hidden="true" className="h-2 w-24 shrink-0 overflow-hidden rounded-full bg-well">
          <span
            className={cx('block h-full rounded-full', share >= 1 ? 'bg-warm' : 'bg-accent')}
            style={{ width: `${Math.round(share * 100)}%` }}
          />
        </span>
      </Link>
    </li>
  )
}
