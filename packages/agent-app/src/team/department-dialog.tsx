import type { Department, NewDepartment } from '@deskbell/protocol/agent/department'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { call } from '../api/client.ts'
import { agentsQuery, departmentsQuery } from '../api/queries.ts'
import { useAct } from '../ui/act.ts'
import { AgentChoice } from '../ui/agent-choice.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { TextField } from '../ui/field.tsx'
import { Notice } from '../ui/notice.tsx'
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
  const submit = (event: FormEvent) => {
    event.preventDefault()
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
    <Dialog open={open} onOpenChange={close} title={department ? w.edit(department.name) : w.add}>
      <form onSubmit={submit} className="flex flex-col gap-4 pt-1">
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
        {problem && <Notice>{problem.text}</Notice>}
        <div className="flex justify-end gap-2">
          <Button onClick={() => close(false)}>{words.common.cancel}</Button>
          <Button kind="primary" type="submit" busy={busy} disabled={name.trim() === ''}>
            {department ? words.common.save : w.add}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
