import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { botsQuery, channelsQuery, webhooksQuery } from '../api/queries.ts'
import { cx } from '../ui/cx.ts'
import { Select } from '../ui/select.tsx'
import { words } from '../words/index.ts'
import type { Filters, Span, Who } from './filters.ts'
import { SPANS, STATES } from './filters.ts'
import { KINDS } from './kinds.ts'
import { SearchField } from './search-field.tsx'
import { TimeFields } from './time-fields.tsx'
import { useNames } from './whom.ts'

const w = words.deliveries

type Props = {
  /** The channel, bot or webhook of the log; null: all, and the agent may choose one. */
  source: Who | null
  filters: Filters
  onChange: (filters: Filters) => void
}

/** The filters of the log. Each change takes effect at once. */
export function FilterBar({ source, filters, onChange }: Props) {
  const { who, kind, state, chat, message, span, from, to } = filters
  const [asked, setAsked] = useState(false)
  const isBetween = asked || from !== undefined || to !== undefined
  /** Changes some of the filters; undefined removes one. */
  const set = (change: { [K in keyof Filters]: Filters[K] | undefined }) =>
    onChange(
      Object.fromEntries(
        Object.entries({ ...filters, ...change }).filter(([, value]) => value !== undefined),
      ) as Filters,
    )
  const setTime = (value: string) => {
    setAsked(value === 'between')
    set({ span: value in SPANS ? (value as Span) : undefined, from: undefined, to: undefined })
  }
  // The logs of channels and bots have only the filters state and chat.
  const isFull = !source || source.of === 'webhooks'
  const kinds = (source ?? who) ? [(source ?? who)!.of] : (['webhooks', 'bots', 'channels'] as const)
  return (
    <div role="search" aria-label={w.filters} className="min-w-0">
      <div className={cx('grid grid-cols-2 gap-2', isFull && 'sm:grid-cols-3')}>
        {!source && <WhoField who={who} onChange={(next) => set({ who: next, kind: undefined })} />}
        {isFull && (
          <Select
            aria-label={w.kind}
            compact
            value={kind ?? ''}
            options={[
              ['', w.anyKind],
              ...(kind && !kinds.some((of) => KINDS[of].includes(kind)) ? [[kind, kind] as const] : []),
            ]}
            groups={kinds.map((of) => [w[of], KINDS[of].map((one) => [one, one] as const)] as const)}
            onChange={(value) => set({ kind: value || undefined })}
          />
        )}
        <Select
          aria-label={w.filter}
          compact
          value={state ?? ''}
          options={[['', w.all], ...STATES.map((one) => [one, w.states[one]] as const)]}
          onChange={(value) => set({ state: STATES.find((one) => one === value) })}
        />
        {isFull && (
          <Select
            aria-label={w.time}
            compact
            value={isBetween ? 'between' : (span ?? '')}
            options={[['', w.anyTime], ...Object.entries(w.spans)]}
            onChange={setTime}
          />
        )}
        <SearchField
          label={w.chat}
          numeric
          value={chat === undefined ? '' : String(chat)}
          onChange={(text) => set({ chat: text === '' ? undefined : Number(text) })}
        />
        {isFull && (
          <SearchField
            label={w.message}
            value={message ?? ''}
            onChange={(text) => set({ message: text === '' ? undefined : text })}
          />
        )}
      </div>
      {isBetween && isFull && (
        <TimeFields from={from ?? null} to={to ?? null} onChange={(next) => set({ span: undefined, ...next })} />
      )}
    </div>
  )
}

function WhoField({ who, onChange }: { who: Who | undefined; onChange: (who: Who | undefined) => void }) {
  const { data: channels = [] } = useQuery(channelsQuery)
  const { data: bots = [] } = useQuery(botsQuery)
  const { data: webhooks = [] } = useQuery(webhooksQuery)
  const lists = { webhooks, bots, channels }
  const all = (['webhooks', 'bots', 'channels'] as const).flatMap((of) => lists[of].map(({ id }) => ({ of, id })))
  const keyOf = (one: Who) => `${one.of}-${one.id}`
  const names = useNames()
  const isUnlisted = who && !all.some((one) => keyOf(one) === keyOf(who))
  return (
    <Select
      aria-label={w.who}
      compact
      value={who ? keyOf(who) : ''}
      options={[
        ['', w.allReceivers],
        ...(isUnlisted ? [[keyOf(who), names(who) ?? words.common.loading] as const] : []),
      ]}
      groups={(['webhooks', 'bots', 'channels'] as const).map(
        (of) => [w[of], lists[of].map(({ id, name }) => [`${of}-${id}`, name] as const)] as const,
      )}
      onChange={(value) => onChange(all.find((one) => keyOf(one) === value))}
    />
  )
}
