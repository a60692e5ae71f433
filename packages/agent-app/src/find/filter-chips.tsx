import type { ChatFilter } from '@deskbell/protocol/agent/chat-filter'
import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { navigate } from 'wouter/use-browser-location'
import { agentsQuery, channelsQuery, departmentsQuery, tagsQuery } from '../api/queries.ts'
import { filterOf, type List, toList, viewOf } from '../live/lists.ts'
import { places } from '../places.ts'
import { sayWait } from './waits.ts'
import { findWords } from './words.ts'

const w = findWords.filters

/** The conditions of the list, each with a button that removes it. */
export default function FilterChips({ list }: { list: List }) {
  const { data: channels = [] } = useQuery(channelsQuery)
  const { data: departments = [] } = useQuery(departmentsQuery)
  const { data: agents = [] } = useQuery(agentsQuery)
  const { data: tags = [] } = useQuery(tagsQuery)
  const filter = filterOf(list)
  const named = (what: string, all: readonly { id: number; name: string }[], id: number | undefined) =>
    id === undefined ? undefined : (all.find((one) => one.id === id)?.name ?? w.gone(what, id))
  const shown: Record<keyof ChatFilter, string | undefined> = {
    channel: named(w.channel, channels, filter.channel),
    department: named(w.department, departments, filter.department),
    agent: filter.agent === 0 ? w.noAgent : named(w.agent, agents, filter.agent),
    tag: named(w.tag, tags, filter.tag),
    waited: filter.waited === undefined ? undefined : sayWait(filter.waited),
    unread: filter.unread && w.isUnread,
  }
  const remove = (name: keyof ChatFilter) => {
    const { [name]: _, ...rest } = filter
    navigate(places.view(toList(viewOf(list), rest)))
  }
  return (
    <ul aria-label={w.label} className="flex flex-wrap gap-1">
      {(Object.keys(shown) as (keyof ChatFilter)[]).map((name) => {
        const text = shown[name]
        if (text === undefined) return null
        return (
          <li
            key={name}
            className="flex h-6 max-w-full items-center rounded-md bg-tint ps-2 text-xs font-medium text-accent-strong"
          >
            <bdi className="truncate">{text}</bdi>
            <button
              type="button"
              aria-label={w.remove(text)}
              onClick={() => remove(name)}
              className="grid size-6 shrink-0 place-items-center rounded-md hover:bg-hover"
            >
              <X aria-hidden="true" className="size-3.5" />
            </button>
          </li>
        )
      })}
    </ul>
  )
}
