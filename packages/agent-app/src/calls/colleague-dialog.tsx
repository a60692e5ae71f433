import type { Call } from '@deskbell/protocol/agent/call'
import { useQuery } from '@tanstack/react-query'
import { PhoneForwarded, UsersRound } from 'lucide-react'
import { useState } from 'react'
import { agentsQuery } from '../api/queries.ts'
import { useCell, useSession } from '../live/react.ts'
import { useAct } from '../ui/act.ts'
import { CardChoice } from '../ui/card-choice.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { DialogForm } from '../ui/dialog-form.tsx'
import { Empty } from '../ui/empty.tsx'
import { Field } from '../ui/field.tsx'
import { Select } from '../ui/select.tsx'
import { inviteColleague } from './acts.ts'
import { callWords } from './words.ts'

const w = callWords.invite
type Props = { call: Call; open: boolean; onOpenChange: (open: boolean) => void }

/** Brings a colleague into the call, or hands it over to them. */
export function ColleagueDialog({ call, open, onOpenChange }: Props) {
  const { live } = useSession()
  const { id: me } = useCell(live.me)
  const { data: agents = [] } = useQuery({ ...agentsQuery, enabled: open })
  const { busy, problem, run, clear } = useAct()
  const [chosen, setChosen] = useState('')
  const [how, setHow] = useState<'join' | 'handOver'>('join')
  const here = agents
    .filter(({ id, presence }) => id !== me && (live.presence.get(id) ?? presence) !== 'offline')
    .filter(({ id }) => !call.agents.some((one) => one.id === id))
    .toSorted((a, b) => a.name.localeCompare(b.name))
  const agent = here.find(({ id }) => String(id) === chosen) ?? here[0]
  const title = callWords.bar.invite
  const change = (next: boolean) => {
    clear()
    onOpenChange(next)
  }
  if (!agent)
    return (
      <Dialog title={title} open={open} onOpenChange={change}>
        <Empty icon={UsersRound} title={w.none}>
          {w.noneHelp}
        </Empty>
      </Dialog>
    )
  const ask = () =>
    void run(() => inviteColleague(live, call, { agent: agent.id, handsOver: how === 'handOver' })).then(
      (asked) => asked && change(false),
    )
  return (
    <DialogForm
      title={title}
      open={open}
      onOpenChange={change}
      onSubmit={ask}
      busy={busy}
      problem={problem?.text ?? null}
      blocked={false}
      label={how === 'handOver' ? w.handOver : w.ask}
    >
      <Field label={w.who}>
        {({ id }) => (
          <Select
            id={id}
            value={String(agent.id)}
            options={here.map((one) => [String(one.id), one.name] as const)}
            onChange={setChosen}
          />
        )}
      </Field>
      <CardChoice
        label={w.how}
        value={how}
        options={[
          { value: 'join', icon: UsersRound, name: w.join, help: w.joinHelp },
          { value: 'handOver', icon: PhoneForwarded, name: w.handOver, help: w.handOverHelp },
        ]}
        onChange={setHow}
      />
    </DialogForm>
  )
}
