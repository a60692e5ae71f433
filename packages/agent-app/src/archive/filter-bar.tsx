import { useQuery } from '@tanstack/react-query'
import { SlidersHorizontal } from 'lucide-react'
import { useId, useState } from 'react'
import { agentsQuery, channelsQuery, departmentsQuery, tagsQuery } from '../api/queries.ts'
import { SearchField } from '../deliveries/search-field.tsx'
import { TimeFields } from '../deliveries/time-fields.tsx'
import { Button } from '../ui/button.tsx'
import { cx } from '../ui/cx.ts'
import { OneOf } from '../ui/one-of.tsx'
import { Select } from '../ui/select.tsx'
import { tagWords } from '../tags/words.ts'
import { words } from '../words/index.ts'
import { cleaned, type Filters, RATINGS, type Span, SPANS } from './filters.ts'

const w = words.archive
type Props = { filters: Filters; onChange: (filters: Filters) => void }

const goneName = (label: string, id: number) => `${label} ${id}`

/** The filters. Each change takes effect at once; on a phone they are folded away. */
export function FilterBar({ filters, onChange }: Props) {
  const { q, visitor, rating, blocked, span, from, to, agent, channel, department, tag } = filters
  const { data: agents = [] } = useQuery(agentsQuery)
  const { data: channels = [] } = useQuery(channelsQuery)
  const { data: departments = [] } = useQuery(departmentsQuery)
  const { data: tags = [] } = useQuery(tagsQuery)
  const [asked, setAsked] = useState(false)
  const [open, setOpen] = useState(false)
  const region = useId()
  const isBetween = asked || from !== undefined || to !== undefined
  const set = (change: { [K in keyof Filters]: Filters[K] | undefined }) => onChange(cleaned({ ...filters, ...change }))
  const setTime = (value: string) => {
    setAsked(value === 'between')
    set({ span: value in SPANS ? (value as Span) : undefined, from: undefined, to: undefined })
  }
  const count = Object.keys(filters).filter((name) => name !== 'q' && name !== 'visitor').length
  return (
    <div role="search" aria-label={w.filters} className="min-w-0">
      <div className="grid gap-2 sm:grid-cols-2">
        <SearchField label={w.search} value={q ?? ''} onChange={(text) => set({ q: text || undefined })} />
        <SearchField label={w.visitor} value={visitor ?? ''} onChange={(text) => set({ visitor: text || undefined })} />
      </div>
      <div className="mt-2 sm:hidden">
        <Button size="sm" aria-expanded={open} aria-controls={region} onClick={() => setOpen(!open)}>
          <SlidersHorizontal aria-hidden="true" className="size-4" />
          {open ? w.fewer : w.more(count)}
        </Button>
      </div>
      <div
        id={region}
        className={cx('mt-2 grid-cols-2 gap-2 sm:grid sm:grid-cols-3 lg:grid-cols-4', open ? 'grid' : 'hidden')}
      >
        <OneOf
          gone={goneName}
          label={w.agent}
          any={w.anyAgent}
          value={agent}
          all={agents}
          onChange={(id) => set({ agent: id })}
        />
        <OneOf
          gone={goneName}
          label={w.channel}
          any={w.anyChannel}
          value={channel}
          all={channels}
          onChange={(id) => set({ channel: id })}
        />
        {(departments.length > 0 || department !== undefined) && (
          <OneOf
            gone={goneName}
            label={w.department}
            any={w.anyDepartment}
            value={department}
            all={departments}
            onChange={(id) => set({ department: id })}
          />
        )}
        {(tags.length > 0 || tag !== undefined) && (
          <OneOf
            gone={goneName}
            label={tagWords.filter}
            any={tagWords.any}
            value={tag}
            all={tags}
            onChange={(id) => set({ tag: id })}
          />
        )}
        <Select
          aria-label={w.time}
          compact
          value={isBetween ? 'between' : (span ?? '')}
          options={[['', w.anyTime], ...Object.entries(w.spans), ['between', w.between]]}
          onChange={setTime}
        />
        <Select
          aria-label={w.rating}
          compact
          value={rating ?? ''}
          options={[['', w.anyRating], ...RATINGS.map((one) => [one, w.ratings[one]] as const)]}
          onChange={(value) => set({ rating: RATINGS.find((one) => one === value) })}
        />
        <Select
          aria-label={w.blocked}
          compact
          value={blocked ?? ''}
          options={[['', w.anyBlocked], ...Object.entries(w.blockedIs)]}
          onChange={(value) => set({ blocked: value === 'true' || value === 'false' ? value : undefined })}
        />
        {isBetween && (
          <div className="col-span-full">
            <TimeFields
              from={from ?? null}
              to={to ?? null}
              onChange={(next) => set({ span: undefined, from, to, ...next })}
            />
          </div>
        )}
      </div>
    </div>
  )
}
