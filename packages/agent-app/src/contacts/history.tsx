import type { ContactEvent } from '@deskbell/protocol/agent/contact'
import { useQuery } from '@tanstack/react-query'
import { full, moment, inList } from '../text/when.ts'
import { useNow } from '../ui/now.ts'
import { words } from '../words/index.ts'
import { Part } from './part.tsx'
import { contactHistoryQuery } from './query.ts'
import { contactWords } from './words.ts'

const w = contactWords

/** What agents changed at a contact, newest first. */
export function History({ contact }: { contact: number }) {
  const query = useQuery(contactHistoryQuery(contact))
  const events = query.data
  return (
    <Part title={w.history} query={{ ...query, failed: w.failedHistory }}>
      {events?.length === 0 && <p className="text-sm text-muted">{w.noHistory}</p>}
      {events && events.length > 0 && (
        <ol aria-label={w.history} className="flex flex-col gap-2">
          {events.map((event) => (
            <Event key={event.id} event={event} />
          ))}
        </ol>
      )}
    </Part>
  )
}

function Event({ event: { agent, at, kind, fields = [], visitors = [] } }: { event: ContactEvent }) {
  const now = useNow()
  return (
    <li className="text-sm">
      <p className="text-soft">
        {w.events[kind](agent.name)}
        {visitors.length > 0 && ` (${inList(visitors.map((number) => words.inbox.number(number)))})`}{' '}
        <time dateTime={new Date(at).toISOString()} title={full(at)} className="text-xs text-muted">
          · {moment(at, now)}
        </time>
      </p>
      <ul className="text-xs text-muted">
        {fields.map(({ field, own, from, to }) => (
          <li key={field} className="breakable">
            <bdi>{own ? field : (w.eventFields[field] ?? field)}</bdi>: <bdi>{from ?? w.nothing}</bdi> →{' '}
            <bdi className="text-soft">{to === undefined ? w.toGiven : (to ?? w.nothing)}</bdi>
          </li>
        ))}
      </ul>
    </li>
  )
}
