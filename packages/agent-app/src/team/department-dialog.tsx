import type { Department, NewDepartment } from '@deskbell/protocol/agent/department'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/client.ts'
import { agentsQuery, departmentsQuery } from '../api/queries.ts'
import { useAct } from '../ui/act.ts'
import { AgentChoice } from '../ui/agent-choice.tsx'
import { DialogForm } from '../ui/dialog-form.tsx'
import { TextField } from '../ui/field.tsx'
import { words } from '../words/index.ts'

const w = words.departments

type Props = { department: Department | null; open: boolean; onOpenChange: (open: boolean) => void }

/** Creates a department, or changes its name and members. */
export function DepartmentDialog({ department, open, onOpenChange }: Props) {
  const { data: agents } = useQuery(agentsQuery)
  const queries = useQueryClient()
  const { busy, problem, run, clear } = useAct()
  const [name, setName] = useState(department?.name ?? '')
  const [members, setMembers] = useState<ReadonlySet<number>>(new Set(department?.agents))
  const toggle = (id: number) => {
    const next = new Set(members)
    if (!next.delete(id)) next.add(id)
    setMembers(next)
  }
  const submit = () => {
    const body: NewDepartment = { name: name.trim(), agents: [...members] }
    void run(async () => {
      if (department) await call('PATCH /departments/:department', { params: { department: department.id }, body })
      else await call('POST /departments', { body })
      await queries.invalidateQueries({ queryKey: departmentsQuery.queryKey })
      onOpenChange(false)
    })
  }
  const close = (next: boolean) => {
    clear()
    onOpenChange(next)
  }
  return (
    <DialogForm
      title={department ? w.edit(department.name) : w.add}
      open={open}
      onOpenChange={close}
      onSubmit={submit}
      busy={busy}
      problem={problem?.text ?? null}
      blocked={name.trim() === ''}
      label={department ? words.common.save : w.add}
    >
      <TextField
        label={w.name}
        value={name}
        help={w.nameHelp}
        required
        maxLength={100}
        dir="auto"
        autoComplete="off"
        onChange={(event) => setName(event.target.value)}
      />
      <fieldset>
        <legend className="text-sm font-medium">{w.members}</legend>
        <p className="mt-0.5 mb-2 text-xs text-muted text-pretty">{w.membersHelp}</p>
        <AgentChoice agents={agents} chosen={members} mayChange onToggle={toggle} />
      </fieldset>
    </DialogForm>
  )
}
