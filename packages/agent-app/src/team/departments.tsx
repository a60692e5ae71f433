import type { Department } from '@deskbell/protocol/agent/department'
import type { Agent } from '@deskbell/protocol/agent/people'
import { useQuery } from '@tanstack/react-query'
import { Plus, Split } from 'lucide-react'
import { useState } from 'react'
import { departmentsQuery } from '../api/queries.ts'
import { Button } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'
import { LIST } from '../ui/list.ts'
import { LoadProblem } from '../ui/states.tsx'
import { words } from '../words/index.ts'
import { DepartmentDialog } from './department-dialog.tsx'
import { DepartmentRow } from './department-row.tsx'

const w = words.departments

export function Departments({ agents, mayChange }: { agents: readonly Agent[]; mayChange: boolean }) {
  const { data: departments, error, refetch } = useQuery(departmentsQuery)
  const [editing, setEditing] = useState<Department | 'new' | null>(null)
  const add = mayChange && (
    <Button onClick={() => setEditing('new')}>
      <Plus aria-hidden="true" className="size-4" />
      {w.add}
    </Button>
  )

  const isEmpty = departments?.length === 0
  return (
    <section className="mt-6 border-t border-line pt-6">
      <div className="mb-2 flex flex-wrap items-start justify-between gap-x-4 gap-y-3">
        <div className="min-w-0 flex-1 basis-64">
          <h2 className="font-semibold">{w.title}</h2>
          <p className="mt-0.5 text-sm text-muted text-pretty">{w.help}</p>
        </div>
        {!isEmpty && add}
      </div>
      {error && !departments && <LoadProblem title={w.failedLoad} error={error} onRetry={() => void refetch()} />}
      {!departments && !error && <div className="skeleton h-16" />}
      {isEmpty && (
        <Empty icon={Split} title={w.empty} action={add}>
          {w.emptyHelp}
        </Empty>
      )}
      {departments && !isEmpty && (
        <ul className={LIST}>
          {departments.map((department) => (
            <DepartmentRow
              key={department.id}
              department={department}
              agents={agents}
              mayChange={mayChange}
              onEdit={() => setEditing(department)}
            />
          ))}
        </ul>
      )}
      <DepartmentDialog
        key={editing === null ? 'none' : editing === 'new' ? 'new' : editing.id}
        department={editing === 'new' ? null : editing}
        open={editing !== null}
        onOpenChange={(open) => !open && setEditing(null)}
      />
    </section>
  )
}
