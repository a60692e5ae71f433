import type { ChannelKind } from '@deskbell/protocol/agent/channel'
import type { Capacity, Routing } from '@deskbell/protocol/agent/routing'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { channelsQuery } from '../api/queries.ts'
import { DialogForm } from '../ui/dialog-form.tsx'
import { Field } from '../ui/field.tsx'
import { Select } from '../ui/select.tsx'
import { words } from '../words/index.ts'
import { NumberSelect } from './number-select.tsx'
import { useChange } from './use-change.ts'
import { routingWords as w } from './words.ts'

/** How many chats one agent gets. */
export interface Limit {
  readonly agent: number
  readonly name: string
  readonly capacity: Capacity
}

export const kindName = (kind: string): string => words.channels.kinds[kind as ChannelKind]

type Props = {
  routing: Routing
  /** Null: a new one. */
  limit: Limit | null
  agents: readonly { id: number; name: string }[]
  onClose: () => void
}

/** Gives an agent a limit of their own, or changes it. */
export function CapacityDialog({ routing, limit, agents, onClose }: Props) {
  const { data: channels = [] } = useQuery(channelsQuery)
  const { busy, problem, change } = useChange()
  const [chosen, setChosen] = useState(limit ? String(limit.agent) : '')
  const [capacity, setCapacity] = useState<Capacity>(limit?.capacity ?? routing.capacity)
  const kinds = [...new Set([...channels.map(({ kind }) => kind), ...Object.keys(capacity.kinds)])] as ChannelKind[]
  const free = agents.filter(({ id }) => !routing.agents.some(({ agent }) => agent === id))
  const setKind = (kind: ChannelKind, most: number | undefined) => {
    const { [kind]: _, ...others } = capacity.kinds
    setCapacity({ ...capacity, kinds: most === undefined ? others : { ...others, [kind]: most } })
  }
  const save = async () => {
    const agent = Number(chosen)
    const isStored = await change(({ agents: all }) => ({
      agents: [...all.filter((one) => one.agent !== agent), { agent, capacity }],
    }))
    if (isStored) onClose()
  }
  return (
    <DialogForm
      title={limit ? w.changeLimit(limit.name) : w.addLimit}
      open
      onOpenChange={(open) => !open && onClose()}
      onSubmit={() => void save()}
      busy={busy}
      problem={problem?.text ?? null}
      blocked={chosen === ''}
      label={words.common.save}
    >
      {!limit && (
        <Field label={w.agent}>
          {({ id }) => (
            <Select
              id={id}
              value={chosen}
              options={[['', ''], ...free.map((one) => [String(one.id), one.name] as const)]}
              onChange={setChosen}
            />
          )}
        </Field>
      )}
      <Field label={w.most}>
        {({ id }) => (
          <NumberSelect id={id} value={capacity.total} onChange={(total) => setCapacity({ ...capacity, total })} />
        )}
      </Field>
      {kinds.length > 1 &&
        kinds.map((kind) => (
          <Field key={kind} label={w.mostOf(kindName(kind))}>
            {({ id }) => (
              <NumberSelect
                id={id}
                value={capacity.kinds[kind]}
                onChange={(most) => setKind(kind, most)}
                none={{ label: w.asMany, onChoose: () => setKind(kind, undefined) }}
              />
            )}
          </Field>
        ))}
    </DialogForm>
  )
}
