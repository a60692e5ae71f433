import type { Agent } from '@deskbell/protocol/agent/people'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/client.ts'
import { invitationsQuery } from '../api/queries.ts'
import { useConfirmedPassword } from '../me/confirm-password.tsx'
import { useAct } from '../ui/act.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Notice } from '../ui/notice.tsx'
import { words } from '../words/index.ts'
import { laterWords } from '../words/later.ts'
import { LinkShown } from './link-shown.tsx'

const w = laterWords.invite

type Props = { agent: Agent; open: boolean; onOpenChange: (open: boolean) => void }

/** Makes a link that sets a new password of a colleague: mailed, or shown where the server has no mail server. */
export function ResetDialog({ agent, open, onOpenChange }: Props) {
  const { data } = useQuery({ ...invitationsQuery, enabled: open })
  const { busy, problem, run, clear } = useAct()
  const { confirmed, dialog } = useConfirmedPassword()
  const [made, setMade] = useState<{ link: string | null } | null>(null)
  const close = (next: boolean) => {
    if (busy) return
    clear()
    setMade(null)
    onOpenChange(next)
  }
  const make = () =>
    run(async () => {
      setMade(await confirmed(() => call('POST /agents/:agent/password-reset', { params: { agent: agent.id } })))
    })
  return (
    <Dialog open={open} onOpenChange={close} title={w.resetTitle(agent.name)}>
      <div className="flex flex-col gap-4 pt-1">
        {made === null ? (
          <p className="text-pretty breakable">{data?.mail ? w.resetMail(agent.name) : w.resetAsk(agent.name)}</p>
        ) : made.link === null ? (
          <Notice tone="good">{w.resetSent}</Notice>
        ) : (
          <LinkShown link={made.link} label={w.resetLink} help={w.resetShown} />
        )}
        {problem && <Notice>{problem.text}</Notice>}
        <div className="flex justify-end gap-2">
          {made === null ? (
            <>
              <Button onClick={() => close(false)}>{words.common.cancel}</Button>
              <Button kind="primary" busy={busy} onClick={() => void make()}>
                {data?.mail ? w.resetSend : w.make}
              </Button>
            </>
          ) : (
            <Button kind="primary" onClick={() => close(false)}>
              {w.done}
            </Button>
          )}
        </div>
      </div>
      {dialog}
    </Dialog>
  )
}
