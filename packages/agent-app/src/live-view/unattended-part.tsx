import type { LiveView } from '@deskbell/protocol/agent/live'
import { places } from '../places.ts'
import { lasting, number as count } from '../text/when.ts'
import { Link } from '../ui/link.tsx'
import { isolate } from '../words/isolate.ts'
import { words } from '../words/index.ts'
import { Part, ROW } from './part.tsx'
import { liveWords as w } from './words.ts'

/** The chats that nobody who is online can see or answer. */
export const UnattendedPart = ({ live: { unattended, unattendedCount, at } }: { live: LiveView }) => (
  <div className="mt-6 rounded-xl border border-bad-solid px-4 py-3">
    {/* The list itself has times that run on. */}
    <p role="alert" className="sr-only">{`${w.unattendedTitle}: ${count(unattendedCount)}`}</p>
    <Part title={w.unattendedTitle} help={w.unattendedHelp}>
      {unattended.map(({ chat, visitor, number, channel, since, agent }) => (
        <li key={chat}>
          <Link href={places.chat('all', chat)} className={ROW}>
            <span className="min-w-0 flex-1">
              <bdi className="block truncate font-medium">{visitor ?? words.inbox.visitor(number)}</bdi>
              <span className="block text-sm text-muted">
                <bdi>{channel.name}</bdi> · {agent ? w.isGone(isolate(agent.name)) : w.noOneSees}
              </span>
            </span>
            <span className="text-bad tabular-nums">{lasting(at - since, 'narrow')}</span>
          </Link>
        </li>
      ))}
    </Part>
    {unattendedCount > unattended.length && (
      <p className="mt-2 text-sm text-muted">{w.more(unattendedCount - unattended.length)}</p>
    )}
  </div>
)
