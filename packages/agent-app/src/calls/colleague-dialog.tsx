import type { Call } from '@deskbell/protocol/agent/call'
import { useQuery } from '@tanstack/react-query'
import { PhoneForwarded, UserRoundCheck, UsersRound } from 'lucide-react'
import { useState } from 'react'
import { agentsQuery } from '../api/queries.ts'
import { useCell, useSession } from '../live/react.ts'
import { useAct } from '../ui/act.ts'
import { CardChoice } from '../ui/card-choice.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { DialogForm } from '../ui/dialog-form.tsx'
import { Empty } from '../ui/empty.tsx'
import { Field, TextField } from '../ui/field.tsx'
import { Select } from '../ui/select.tsx'
import { isCarried } from './line.ts'
import { forwardCall, inviteColleague } from './acts.ts'
import { callWords } from './words.ts'

const w = callWords.invite
type Props = { call: Call; open: boolean; onOpenChange: (open: boolean) => void }

/** Brings a colleague into the call, or hands it over to them or to a telephone outside. */
export function ColleagueDialog({ call, open, onOpenChange }: Props) {
  const { live } = useSession()
  const { id: me } = useCell(live.me)
  const { data: agents = [] } = useQuery({ ...agentsQuery, enabled: open })
  const { busy, problem, run, clear } = useAct()
  const [chosen, setChosen] = useState('')
  const [phone, setPhone] = useState('')
  const [wanted, setHow] = useState<How>('join')
  const here = agents
    .filter(({ id, presence }) => id !== me && (live.presence.get(id) ?? presence) !== 'offline')
    .filter(({ id }) => !call.agents.some((one) => one.id === id))
    .toSorted((a, b) => a.name.localeCompare(b.name))
  const agent = here.find(({ id }) => String(id) === chosen) ?? here[0]
  const possible = waysOf(call, me).filter((way) => agent !== undefined || way === 'forward')
  const how = possible.includes(wanted) ? wanted : possible[0]
  const title = callWords.bar.invite
  const change = (next: boolean) => {
    clear()
    onOpenChange(next)
  }
  if (!how)
    return (
      <Dialog title={title} open={open} onOpenChange={change}>
        <Empty icon={UsersRound} title={w.none}>
          {w.noneHelp}
        </Empty>
      </Dialog>
    )
  const ask = () =>
    void run(() => {
      if (how === 'forward' || !agent) return forwardCall(live, call, phone.trim())
      return inviteColleague(live, call, { agent: agent.id, handsOver: how === 'handOver' })
    }).then((asked) => asked && change(false))
  const isAboutPhone = problem?.field === '/phone'
  return (
    <DialogForm
      title={title}
      open={open}
      onOpenChange={change}
      onSubmit={ask}
      busy={busy}
      problem={isAboutPhone ? null : (problem?.text ?? null)}
      blocked={how === 'forward' && phone.trim() === ''}
      label={how === 'join' ? w.ask : w.handOver}
    >
      {possible.length > 1 && (
        <CardChoice label={w.how} value={how} options={possible.map((way) => WAYS[way])} onChange={setHow} />
      )}
      {how === 'forward' || !agent ? (
        <TextField
          label={w.phone}
          help={possible.length > 1 ? undefined : w.forwardHelp}
          problem={isAboutPhone ? problem.text : null}
          type="tel"
          dir="ltr"
          autoComplete="off"
          value={phone}
          onChange={({ target }) => {
            clear()
            setPhone(target.value)
          }}
        />
      ) : (
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
      )}
    </DialogForm>
  )
}

type How = 'join' | 'handOver' | 'forward'
const WAYS = {
  join: { value: 'join', icon: UsersRound, name: w.join, help: w.joinHelp },
  handOver: { value: 'handOver', icon: UserRoundCheck, name: w.handOver, help: w.handOverHelp },
  forward: { value: 'forward', icon: PhoneForwarded, name: w.forward, help: w.forwardHelp },
} as const

/** What carries the call decides what is possible: the page of the agent who has it joins the voices. */
function waysOf(call: Call, me: number): How[] {
  const { carrier, agents } = call
  if (carrier === 'direct') return ['join', 'handOver']
  const mayJoin = carrier === 'twilio' || isCarried(call, agents[0]?.id ?? me)
  return mayJoin ? ['join', 'handOver', 'forward'] : ['handOver', 'forward']
}
