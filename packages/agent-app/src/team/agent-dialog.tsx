import type { Agent, AgentChange, NewAgent, Role } from '@deskbell/protocol/agent/people'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { call } from '../api/client.ts'
import { agentsQuery } from '../api/queries.ts'
import { useCell, useSession } from '../live/react.ts'
import { useConfirmedPassword } from '../me/confirm-password.tsx'
import { useAct } from '../ui/act.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field, TextField } from '../ui/field.tsx'
import { Notice } from '../ui/notice.tsx'
import { Select } from '../ui/select.tsx'
import { formValue } from '../ui/form-value.ts'
import { words } from '../words/index.ts'

const w = words.team
const ROLES: readonly Role[] = ['agent', 'admin', 'owner']

type Props = { agent: Agent | null; open: boolean; onOpenChange: (open: boolean) => void }

/** Creates or changes a colleague. */
export function AgentDialog({ agent, open, onOpenChange }: Props) {
  const me = useCell(useSession().live.me)
  const queries = useQueryClient()
  const { busy, problem, run, clear } = useAct()
  const { confirmed, dialog } = useConfirmedPassword()
  const [role, setRole] = useState<Role>(agent?.role ?? 'agent')
  const roles = ROLES.filter((one) => me.role === 'owner' || one !== 'owner')
  const at = (field: string) => (problem?.field?.includes(field) ? problem.text : null)
  const placed = ['name', 'email', 'password', 'role'].some((field) => at(field))

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const password = form.has('password') ? formValue(form, 'password') : ''
    void run(async () => {
      if (agent) {
        const change: AgentChange = {}
        if (formValue(form, 'name') !== agent.name) change.name = formValue(form, 'name')
        if (role !== agent.role) change.role = role
        if (password !== '') change.password = password
        await confirmed(() => call('PATCH /agents/:agent', { params: { agent: agent.id }, body: change }))
      } else {
        const body: NewAgent = { name: formValue(form, 'name'), email: formValue(form, 'email'), role, password }
        await confirmed(() => call('POST /agents', { body }))
      }
      await queries.invalidateQueries({ queryKey: agentsQuery.queryKey })
      onOpenChange(false)
    })
  }
  const close = (next: boolean) => {
    clear()
    onOpenChange(next)
  }
  return (
    <Dialog open={open} onOpenChange={close} title={agent ? w.edit(agent.name) : w.add}>
      <form onSubmit={submit} className="flex flex-col gap-4 pt-1">
        <TextField
          label={w.name}
          name="name"
          defaultValue={agent?.name}
          help={w.nameHelp}
          problem={at('name')}
          required
          maxLength={256}
          dir="auto"
          autoComplete="off"
        />
        {!agent && (
          <TextField label={w.email} name="email" type="email" problem={at('email')} required autoComplete="off" />
        )}
        <Field label={w.role} help={w.rolesHelp[role]} problem={at('role')}>
          {({ id, describedBy }) => (
            <Select
              id={id}
              aria-describedby={describedBy}
              value={role}
              disabled={agent?.id === me.id}
              options={roles.map((one) => [one, w.roles[one]] as const)}
              onChange={(value) => setRole(value as Role)}
            />
          )}
        </Field>
        {/* An agent changes the own password in the profile, with the current one. */}
        {agent?.id !== me.id && (
          <TextField
            label={agent ? w.newPassword : w.password}
            name="password"
            type="password"
            autoComplete="new-password"
            minLength={10}
            required={!agent}
            help={agent ? w.newPasswordHelp : w.passwordHelp}
            problem={at('password')}
          />
        )}
        {problem && !placed && <Notice>{problem.text}</Notice>}
        <div className="flex justify-end gap-2">
          <Button onClick={() => close(false)}>{words.common.cancel}</Button>
          <Button kind="primary" type="submit" busy={busy}>
            {agent ? words.common.save : w.add}
          </Button>
        </div>
      </form>
      {dialog}
    </Dialog>
  )
}
