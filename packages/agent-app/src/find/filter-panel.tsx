import type { ChatFilter } from '@deskbell/protocol/agent/chat-filter'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { agentsQuery, channelsQuery, departmentsQuery, tagsQuery } from '../api/queries.ts'
import { filterOf, isFiltered, type List, toList, viewOf } from '../live/lists.ts'
import { places } from '../places.ts'
import { Button } from '../ui/button.tsx'
import { OneOf } from '../ui/one-of.tsx'
import { Select } from '../ui/select.tsx'
import { Switch } from '../ui/switch.tsx'
import { SaveView } from './save-view.tsx'
import { sayWait, waitsWith } from './waits.ts'
import { findWords } from './words.ts'

const w = findWords.filters

type Change = { [K in keyof ChatFilter]: ChatFilter[K] | undefined }

/** The conditions of the list. Each change takes effect at once, and is in the address. */
export default function FilterPanel({ id, list }: { id: string; list: List }) {
  const { data: channels = [] } = useQuery(channelsQuery)
  const { data: departments = [] } = useQuery(departmentsQuery)
  const { data: agents = [] } = useQuery(agentsQuery)
  const { data: tags = [] } = useQuery(tagsQuery)
  const unreadLabel = useId()
  const view = viewOf(list)
  const filter = filterOf(list)
  const set = (change: Change) => {
    const next = Object.fromEntries(Object.entries({ ...filter, ...change }).filter(([, value]) => value !== undefined))
    navigate(places.view(toList(view, next)))
  }
  // The chats of these lists are the agent's own.
  const isOwn = view === 'mine' || view === 'snoozed'
  const hasAgent = !isOwn && view !== 'waiting'
  const isClosed = view === 'closed'
  return (
    <div id={id} role="group" aria-label={w.label} className="grid grid-cols-2 gap-1.5">
      <OneOf
        gone={w.gone}
        label={w.channel}
        any={w.anyChannel}
        value={filter.channel}
        all={channels}
        onChange={(channel) => set({ channel })}
      />
      {(departments.length > 0 || filter.department !== undefined) && (
        <OneOf
          gone={w.gone}
          label={w.department}
          any={w.anyDepartment}
          value={filter.department}
          all={departments}
          onChange={(department) => set({ department })}
        />
      )}
      {hasAgent && (
        <OneOf
          gone={w.gone}
          label={w.agent}
          any={w.anyAgent}
          value={filter.agent}
          all={isClosed ? agents : [{ id: 0, name: w.noAgent }, ...agents]}
          onChange={(agent) => set({ agent })}
        />
      )}
      {(tags.length > 0 || filter.tag !== undefined) && (
        <OneOf
          gone={w.gone}
          label={w.tag}
          any={w.anyTag}
          value={filter.tag}
          all={tags}
          onChange={(tag) => set({ tag })}
        />
      )}
      {!isOwn && !isClosed && (
        <Select
          aria-label={w.waited}
          compact
          value={filter.waited === undefined ? '' : String(filter.waited)}
          options={[
            ['', w.anyWaited],
            ...waitsWith(filter.waited).map((minutes) => [String(minutes), sayWait(minutes)] as const),
          ]}
          onChange={(value) => set({ waited: value === '' ? undefined : Number(value) })}
        />
      )}
      {!isClosed && (
        <label className="flex h-8 items-center justify-between gap-2 rounded-lg px-1 text-sm" id={unreadLabel}>
          {w.unread}
          <Switch
            labelledBy={unreadLabel}
            checked={filter.unread !== undefined}
            onChange={(on) => set({ unread: on ? 'true' : undefined })}
          />
        </label>
      )}
      {isFiltered(list) && (
        <div className="col-span-full flex flex-wrap items-center justify-between gap-1">
          <Button kind="quiet" size="sm" onClick={() => navigate(places.view(view))}>
            {w.clear}
          </Button>
          <SaveView list={list} />
        </div>
      )}
    </div>
  )
}
