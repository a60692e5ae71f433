import type { Invitation } from '@deskbell/protocol/agent/invitation'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { MailOpen } from 'lucide-react'
import { useState } from 'react'
import { call } from '../api/client.ts'
import { invitationsQuery } from '../api/queries.ts'
import { useConfirmedPassword } from '../me/confirm-password.tsx'
import { now } from '../runtime.ts'
import { point } from '../text/when.ts'
import { useAct } from '../ui/act.ts'
import { Button } from '../ui/button.tsx'
import { Confirm, Dialog } from '../ui/dialog.tsx'
import { LIST } from '../ui/list.ts'
import { Notice } from '../ui/notice.tsx'
import { LoadProblem } from '../ui/states.tsx'
import { words } from '../words/index.ts'
import { laterWords } from '../words/later.ts'
import { LinkShown } from './link-shown.tsx'

const w = laterWords.invite

/** The invitations that were not accepted yet; nothing while there are none. */
export function Invitations() {
  const { data, error, refetch } = useQuery(invitationsQuery)
  if (error && !data) return <LoadProblem title={w.failedLoad} error={error} onRetry={() => void refetch()} />
  if (!data || data.invitations.length === 0) return null
  return (
    <section className="mt-6 border-t border-line pt-6">
      <h2 className="font-semibold">{w.list}</h2>
      <p className="mt-0.5 mb-3 text-sm text-muted">{w.listHelp}</p>
      <ul className={LIST}>
        {data.invitations.map((invitation) => (
          <InvitationRow key={invitation.id} invitation={invitation} mail={data.mail} />
        ))}
      </ul>
    </section>
  )
}

function InvitationRow({ invitation, mail }: { invitation: Invitation; mail: boolean }) {
  const { id, email, role, channels, departments, by, expiresAt } = invitation
  const queries = useQueryClient()
  const { busy, problem, done, run } = useAct()
  const { confirmed, dialog } = useConfirmedPassword()
  const [asking, setAsking] = useState(false)
  const [link, setLink] = useState<string | null>(null)
  const isOver = expiresAt <= now()
  const refresh = () => queries.invalidateQueries({ queryKey: invitationsQuery.queryKey })
  const renew = () =>
    run(async () => {
      const made = await confirmed(() => call('POST /invitations/:invitation/renew', { params: { invitation: id } }))
      setLink(made.link)
      await refresh()
    })
  const revoke = async () => {
    await call('DELETE /invitations/:invitation', { params: { invitation: id } })
    await refresh()
  }
  const about = [words.team.roles[role], w.assigned(channels.length, departments.length)].filter(Boolean).join(' · ')
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-2.5 md:px-3">
      <MailOpen aria-hidden="true" className="size-5 shrink-0 text-muted" strokeWidth={1.7} />
      <div className="min-w-0 flex-1 basis-48">
        <p className="truncate font-medium" dir="ltr">
          {email}
        </p>
        <p className="text-sm text-muted">
          {about}
          {about && ' · '}
          {isOver ? <span className="text-bad">{w.expired}</span> : w.invitedBy(by, point(expiresAt, now()))}
        </p>
        {problem && <Notice className="mt-1">{problem.text}</Notice>}
        {done && link === null && (
          <Notice tone="good" className="mt-1">
            {w.sent(email)}
          </Notice>
        )}
      </div>
      <Button size="sm" busy={busy} onClick={() => void renew()}>
        {mail ? w.again : w.newLink}
      </Button>
      <Button size="sm" kind="danger" onClick={() => setAsking(true)}>
        {w.revoke}
      </Button>
      <Confirm
        open={asking}
        onOpenChange={setAsking}
        title={w.revokeTitle(email)}
        action={w.revoke}
        danger
        onConfirm={revoke}
      >
        {w.revokeHelp}
      </Confirm>
      <Dialog open={link !== null} onOpenChange={(open) => !open && setLink(null)} title={w.linkTitle}>
        {link !== null && <LinkShown link={link} label={w.link} help={w.linkHelp(email)} />}
      </Dialog>
      {dialog}
    </li>
  )
}
