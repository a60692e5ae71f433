import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { agentsQuery, channelsQuery, departmentsQuery } from '../api/queries.ts'
import { routingWords } from '../routing/words.ts'
import { Button } from '../ui/button.tsx'
import { RowMenu } from '../ui/row-menu.tsx'
import { Section } from '../ui/section.tsx'
import { SectionRows } from '../ui/section-rows.tsx'
import { words } from '../words/index.ts'
import { hoursQuery, isOwner, listHours, useSetHours } from './query.ts'
import { sayHours } from './summary.ts'
import { type NamedHours, TeamHoursDialog } from './team-hours-dialog.tsx'
import { hoursWords as w } from './words.ts'

/** Working hours of departments and agents. For owners and admins. */
export function TeamHoursSection() {
  const hours = useQuery(hoursQuery)
  const departments = useQuery(departmentsQuery)
  const agents = useQuery(agentsQuery)
  const { data: channels = [] } = useQuery(channelsQuery)
  const setHours = useSetHours()
  const [editing, setEditing] = useState<NamedHours | 'new' | null>(null)

  const set = hours.data && listHours(hours.data)
  const everyone =
    set && departments.data && agents.data
      ? [
          ...departments.data.map(({ id, name }) => ({ of: 'department' as const, id, name })),
          ...agents.data.map(({ id, name }) => ({ of: 'agent' as const, id, name })),
        ].map((one): NamedHours => ({ ...one, hours: set.find((other) => isOwner(one, other))?.hours ?? null }))
      : undefined
  const sources = (all: readonly NamedHours[], except: NamedHours | null) => {
    const some = (of: NamedHours['of']) =>
      all.flatMap(({ name, hours: own, ...one }) =>
        one.of === of && own && !(except && isOwner(one, except)) ? [{ name, hours: own }] : [],
      )
    return [
      [routingWords.departments, some('department')],
      [words.channels.agents, some('agent')],
      [
        routingWords.channels,
        channels.flatMap(({ name, workingHours }) => (workingHours ? [{ name, hours: workingHours }] : [])),
      ],
    ] as const
  }
  return (
    <Section
      title={words.channels.hours}
      help={w.help}
      action={
        <Button onClick={() => setEditing('new')}>
          <Plus aria-hidden="true" className="size-4" />
          {w.add}
        </Button>
      }
    >
      <SectionRows
        items={everyone?.flatMap((one) => (one.hours ? [{ ...one, hours: one.hours }] : []))}
        error={hours.error ?? departments.error ?? agents.error}
        onRetry={() => void Promise.all([hours.refetch(), departments.refetch(), agents.refetch()])}
        empty={w.none}
        height="h-12"
        row={(one) => (
          <li key={`${one.of} ${one.id}`} className="flex items-center gap-3 py-2.5">
            <span className="min-w-0 flex-1">
              <bdi className="block truncate font-medium">{one.name}</bdi>
              <span className="block text-sm text-muted text-pretty">{sayHours(one.hours)}</span>
            </span>
            <RowMenu
              label={routingWords.actions(one.name)}
              actions={[{ label: routingWords.change, run: () => setEditing(one) }]}
              removal={{
                label: routingWords.remove,
                title: w.removeTitle(one.name),
                help: w.removeHelp,
                remove: () => setHours(one, null),
              }}
            />
          </li>
        )}
      />
      {editing && everyone && (
        <TeamHoursDialog
          owner={editing === 'new' ? null : editing}
          free={everyone.filter((one) => !one.hours)}
          sources={sources(everyone, editing === 'new' ? null : editing)}
          onClose={() => setEditing(null)}
        />
      )}
    </Section>
  )
}
