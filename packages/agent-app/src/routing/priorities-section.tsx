import type { PriorityRule, Routing } from '@deskbell/protocol/agent/routing'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { tagsQuery } from '../api/queries.ts'
import { Button } from '../ui/button.tsx'
import { Section } from '../ui/section.tsx'
import { SectionRows } from '../ui/section-rows.tsx'
import { lasting } from '../text/when.ts'
import { PriorityDialog } from './priority-dialog.tsx'
import { SettingRow } from './setting-row.tsx'
import { useChange } from './use-change.ts'
import { routingWords as w } from './words.ts'

function describe({ when }: PriorityRule, tags: readonly { id: number; name: string }[]): string {
  if ('tag' in when) return w.says.tag(tags.find(({ id }) => id === when.tag)?.name ?? w.gone)
  if ('page' in when) return w.says.page(when.page)
  if ('waited' in when) return w.says.waited(lasting(when.waited * 60_000, 'long'))
  return w.says.field(when.field, when.value)
}

/** Which chats come first. */
export function PrioritiesSection({ routing }: { routing: Routing }) {
  const { data: tags, error, refetch } = useQuery(tagsQuery)
  const { change } = useChange()
  /** The place of a rule. */
  const [editing, setEditing] = useState<number | 'new' | null>(null)
  return (
    <Section
      title={w.priorities}
      help={w.prioritiesHelp}
      action={
        <Button onClick={() => setEditing('new')}>
          <Plus aria-hidden="true" className="size-4" />
          {w.addPriority}
        </Button>
      }
    >
      <SectionRows
        items={tags && routing.priorities.map((rule, place) => ({ rule, place }))}
        error={error}
        onRetry={() => void refetch()}
        empty={w.noPriorities}
        height="h-12"
        row={({ rule, place }) => {
          const says = describe(rule, tags ?? [])
          return (
            <SettingRow
              key={place}
              name={says}
              says={w.ofPriority(rule.priority)}
              onChange={() => setEditing(place)}
              removal={{
                title: w.removePriority,
                help: w.removePriorityHelp,
                remove: () => change(({ priorities: all }) => ({ priorities: all.filter((_, at) => at !== place) })),
              }}
            />
          )
        }}
      />
      {editing !== null && (
        <PriorityDialog
          routing={routing}
          place={editing === 'new' ? routing.priorities.length : editing}
          tags={tags ?? []}
          onClose={() => setEditing(null)}
        />
      )}
    </Section>
  )
}
