import type { Capacity, Routing } from '@deskbell/protocol/agent/routing'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { agentsQuery } from '../api/queries.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { Notice } from '../ui/notice.tsx'
import { Section } from '../ui/section.tsx'
import { SectionRows } from '../ui/section-rows.tsx'
import { CapacityDialog, kindName, type Limit } from './capacity-dialog.tsx'
import { NumberSelect } from './number-select.tsx'
import { SettingRow } from './setting-row.tsx'
import { useChange } from './use-change.ts'
import { routingWords as w } from './words.ts'

const describe = ({ total, kinds }: Capacity): string =>
  [w.mostIs(total), ...Object.entries(kinds).map(([kind, most]) => w.ofKind(kindName(kind), most))].join(' · ')

/** How many chats agents get at once. */
export function CapacitySection({ routing }: { routing: Routing }) {
  const { data: agents, error, refetch } = useQuery(agentsQuery)
  const { problem, change } = useChange()
  const [editing, setEditing] = useState<Limit | 'new' | null>(null)
  const limits = routing.agents.map(({ agent, capacity }) => ({
    agent,
    capacity,
    name: agents?.find(({ id }) => id === agent)?.name ?? w.gone,
  }))
  return (
    <Section
      title={w.capacity}
      help={w.capacityHelp}
      action={
        <Button onClick={() => setEditing('new')}>
          <Plus aria-hidden="true" className="size-4" />
          {w.addLimit}
        </Button>
      }
    >
      {problem && <Notice className="mb-2">{problem.text}</Notice>}
      <Field label={w.most} className="max-w-40">
        {({ id }) => (
          <NumberSelect
            id={id}
            value={routing.capacity.total}
            onChange={(total) => void change(({ capacity }) => ({ capacity: { ...capacity, total } }))}
          />
        )}
      </Field>
      {limits.length > 0 && (
        <div className="mt-2">
          <SectionRows
            items={agents && limits}
            error={error}
            onRetry={() => void refetch()}
            empty=""
            height="h-12"
            row={(one) => (
              <SettingRow
                key={one.agent}
                name={one.name}
                says={describe(one.capacity)}
                onChange={() => setEditing(one)}
                removal={{
                  title: w.removeLimit(one.name),
                  help: w.removeLimitHelp,
                  remove: () =>
                    change(({ agents: all }) => ({ agents: all.filter(({ agent }) => agent !== one.agent) })),
                }}
              />
            )}
          />
        </div>
      )}
      {editing && (
        <CapacityDialog
          routing={routing}
          limit={editing === 'new' ? null : editing}
          agents={agents ?? []}
          onClose={() => setEditing(null)}
        />
      )}
    </Section>
  )
}
