import type { Role } from '@deskbell/protocol/agent/people'
import type { MadeInvitation } from '@deskbell/protocol/agent/invitation'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { call } from '../api/client.ts'
import { channelsQuery, departmentsQuery, invitationsQuery } from '../api/queries.ts'
import { useCell, useSession } from '../live/react.ts'
import { useConfirmedPassword } from '../me/confirm-password.tsx'
import { useAct } from '../ui/act.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field, TextField } from '../ui/field.tsx'
import { formValue } from '../ui/form-value.ts'
import { Notice } from '../ui/notice.tsx'
import { Select } from '../ui/select.tsx'
import { words } from '../words/index.ts'
import { laterWords } from '../words/later.ts'
import { CheckList } from './check-list.tsx'
import { LinkShown } from './link-shown.tsx'

const w = laterWords.invite
const ROLES: readonly Role[] = ['agent', 'admin', 'owner']
const NONE: ReadonlySet<number> = new Set()

type Props = { mail: boolean; open: boolean; onOpenChange: (open: boolean) => void }

/** Invites a colleague. Without a mail server, the link is then shown. */
export function InviteDialog({ mail, open, onOpenChange }: Props) {
  const me = useCell(useSession().live.me)
  const queries = useQueryClient()
  const { data: channels } = useQuery(channelsQuery)
  const { data: departments } = useQuery(departmentsQuery)
  const { busy, problem, run } = useAct()
  const { confirmed, dialog } = useConfirmedPassword()
  const [role, setRole] = useState<Role>('agent')
  const [channelsChosen, setChannels] = useState<ReadonlySet<number> | null>(null)
  const [departmentsChosen, setDepartments] = useState(NONE)
  const [made, setMade] = useState<MadeInvitation | null>(null)
  const roles = ROLES.filter((one) => me.role === 'owner' || one !== 'owner')
  // With one channel, the colleague will answer there.
  const chosen = channelsChosen ?? (channels?.length === 1 ? new Set(channels.map(({ id }) => id)) : NONE)
  const at = (field: string) => (problem?.field === `/${field}` ? problem.text : null)

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const email = formValue(new FormData(event.currentTarget), 'email').trim()
    const body = { email, role, channels: [...chosen], departments: [...departmentsChosen] }
    void run(async () => {
      setMade(await confirmed(() => call('POST /invitations', { body })))
      await queries.invalidateQueries({ queryKey: invitationsQuery.queryKey })
    })
  }
  if (made)
    return (
      <Dialog open={open} onOpenChange={onOpenChange} title={made.link === null ? w.sentTitle : w.linkTitle}>
        <div className="flex flex-col gap-4 pt-1">
          {made.link === null ? (
            <p role="status" className="text-pretty breakable">
              {w.sent(made.invitation.email)}
            </p>
          ) : (
            <LinkShown link={made.link} label={w.link} help={w.linkHelp(made.invitation.email)} />
          )}
          <div className="flex justify-end">
            <Button kind="primary" onClick={() => onOpenChange(false)}>
              {w.done}
            </Button>
          </div>
        </div>
      </Dialog>
    )
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={w.title}>
      <form onSubmit={submit} className="flex flex-col gap-4 pt-1">
        <p className="text-sm text-muted text-pretty">{w.help}</p>
        <TextField
          label={w.email}
          name="email"
          type="email"
          problem={at('email')}
          maxLength={254}
          required
          autoComplete="off"
        />
        <Field label={w.role} help={words.team.rolesHelp[role]} problem={at('role')}>
          {({ id, describedBy }) => (
            <Select
              id={id}
              aria-describedby={describedBy}
              value={role}
              options={roles.map((one) => [one, words.team.roles[one]] as const)}
              onChange={(value) => setRole(value as Role)}
            />
          )}
        </Field>
        {channels?.length === 0 && <p className="text-sm text-muted">{w.noChannels}</p>}
        {channels && channels.length > 0 && (
          <CheckList
            legend={w.channels}
            help={role === 'agent' && chosen.size === 0 ? w.noneChosen : w.channelsHelp}
            options={channels}
            chosen={chosen}
            onChange={setChannels}
          />
        )}
        {departments && departments.length > 0 && (
          <CheckList
            legend={w.departments}
            options={departments}
            chosen={departmentsChosen}
            onChange={setDepartments}
          />
        )}
        {problem && !at('email') && !at('role') && <Notice>{problem.text}</Notice>}
        <div className="flex justify-end gap-2">
          <Button onClick={() => onOpenChange(false)}>{words.common.cancel}</Button>
          <Button kind="primary" type="submit" busy={busy}>
            {mail ? w.send : w.make}
          </Button>
        </div>
      </form>
      {dialog}
    </Dialog>
  )
}
