import type { Routing, RoutingChange, RoutingPolicy } from '@deskbell/protocol/agent/routing'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { channelsQuery, departmentsQuery } from '../api/queries.ts'
import { Button } from '../ui/button.tsx'
import { Section } from '../ui/section.tsx'
import { SectionRows } from '../ui/section-rows.tsx'
import { type Exception, ExceptionDialog } from './exception-dialog.tsx'
import { describe } from './policy-fields.tsx'
import { SettingRow } from './setting-row.tsx'
import { useChange } from './use-change.ts'
import { routingWords as w } from './words.ts'

/** The routing with this policy for the channel or department; null removes it. */
function withPolicy(
  routing: Routing,
  { of, id }: Pick<Exception, 'of' | 'id'>,
  policy: RoutingPolicy | null,
): RoutingChange {
  if (of === 'channel') {
    const others = routing.channels.filter(({ channel }) => channel !== id)
    return { channels: policy ? [...others, { channel: id, policy }] : others }
  }
  const others = routing.departments.filter(({ department }) => department !== id)
  return { departments: policy ? [...others, { department: id, policy }] : others }
}

/** Policies of channels and departments. */
export function ExceptionsSection({ routing }: { routing: Routing }) {
  const channels = useQuery(channelsQuery)
  const departments = useQuery(departmentsQuery)
  const { change } = useChange()
  const [editing, setEditing] = useState<Exception | 'new' | null>(null)
  const nameOf = (all: readonly { id: number; name: string }[] | undefined, id: number) =>
    all?.find((one) => one.id === id)?.name ?? w.gone
  const exceptions: Exception[] = [
    ...routing.departments.map(({ department: id, policy }) => ({
      of: 'department' as const,
      id,
      name: nameOf(departments.data, id),
      policy,
    })),
    ...routing.channels.map(({ channel: id, policy }) => ({
      of: 'channel' as const,
      id,
      name: nameOf(channels.data, id),
      policy,
    })),
  ]
  const { data, error, refetch } = channels
  return (
    <Section
      title={w.exceptions}
      help={w.exceptionsHelp}
      action={
        <Button onClick={() => setEditing('new')}>
          <Plus aria-hidden="true" className="size-4" />
          {w.addException}
        </Button>
      }
    >
      <SectionRows
        items={data && departments.data ? exceptions : undefined}
        error={error ?? departments.error}
        onRetry={() => void Promise.all([refetch(), departments.refetch()])}
        empty={w.noExceptions}
        height="h-12"
        row={(one) => (
          <SettingRow
            key={`${one.of} ${one.id}`}
            name={one.name}
            says={describe(one.policy, departments.data ?? [])}
            onChange={() => setEditing(one)}
            removal={{
              title: w.removeException(one.name),
              help: w.removeExceptionHelp,
              remove: () => change((shown) => withPolicy(shown, one, null)),
            }}
          />
        )}
      />
      {editing && (
        <ExceptionDialog
          routing={routing}
          exception={editing === 'new' ? null : editing}
          channels={data ?? []}
          departments={departments.data ?? []}
          toChange={withPolicy}
          onClose={() => setEditing(null)}
        />
      )}
    </Section>
  )
}
