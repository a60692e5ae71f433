import type { Department } from '@deskbell/protocol/agent/department'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/client.ts'
import { agentsQuery, departmentsQuery } from '../api/queries.ts'
import { AgentChoice } from '../ui/agent-choice.tsx'
import { NamedForm } from '../ui/named-form.tsx'
import { words } from '../words/index.ts'

const w = words.departments

type Props = { department: Department | null; open: boolean; onOpenChange: (open: boolean) => void }

/** Creates a department, or changes its name and members. */
export function DepartmentDialog({ department, ...dialog }: Props) {
  const { data: agents } = useQuery(agentsQuery)
  const [members, setMembers] = useState<ReadonlySet<number>>(new Set(department?.agents))
  const toggle = (id: number) => {
    const next = new Set(members)
    if (!next.delete(id)) next.add(id)
    setMembers(next)
  }
  return (
    <NamedForm
      words={w}
      item={department}
      maxLength={100}
      queryKey={departmentsQuery.queryKey}
      save={(name) => {
        const body = { name, agents: [...members] }
        return department
          ? call('PATCH /departments/:department', { params: { department: department.id }, body })
          : call('POST /departments', { body })
      }}
      {...dialog}
    >
      <fieldset>
        <legend className="text-sm font-medium">{w.members}</legend>
        <p className="mt-0.5 mb-2 text-xs text-muted text-pretty">{w.membersHelp}</p>
        <AgentChoice agents={agents} chosen={members} mayChange onToggle={toggle} />
      </fieldset>
    </NamedForm>
  )
}
