import type { Channel } from '@deskbell/protocol/agent/channel'
import type { Agent } from '@deskbell/protocol/agent/people'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { call } from '../api/client.ts'
import { channelsQuery } from '../api/queries.ts'
import { useAct } from '../ui/act.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Notice } from '../ui/notice.tsx'
import { words } from '../words/index.ts'
import { laterWords } from '../words/later.ts'
import { CheckList } from './check-list.tsx'

const w = laterWords.onChannels

type Props = { agent: Agent; open: boolean; onOpenChange: (open: boolean) => void }

/** Chooses the channels whose chats an agent receives. */
export function ChannelsDialog({ agent, open, onOpenChange }: Props) {
  const queries = useQueryClient()
  const { data: channels, error } = useQuery({ ...channelsQuery, enabled: open })
  const { busy, problem, run } = useAct()
  const [begun, setBegun] = useState<ReadonlySet<number> | null>(null)
  const chosen = begun ?? new Set(channels?.filter((one) => isOn(one, agent)).map(({ id }) => id))
  // While a save is under way the agent may choose on.
  const newest = useRef(begun)
  const choose = (next: ReadonlySet<number> | null) => {
    newest.current = next
    setBegun(next)
  }
  const close = () => {
    choose(null)
    onOpenChange(false)
  }
  const save = () =>
    run(async () => {
      for (const one of channels ?? []) {
        if (isOn(one, agent) === chosen.has(one.id)) continue
        const agents = chosen.has(one.id) ? [...one.agents, agent.id] : one.agents.filter((id) => id !== agent.id)
        await call('PATCH /channels/:channel', { params: { channel: one.id }, body: { agents } })
      }
      await queries.invalidateQueries({ queryKey: channelsQuery.queryKey })
    }).then((isDone) => isDone && newest.current === begun && close())
  return (
    <Dialog open={open} onOpenChange={(isOpen) => !isOpen && close()} title={w.title(agent.name)}>
      <div className="flex flex-col gap-4 pt-1">
        {channels ? (
          <CheckList legend={w.legend} help={w.help} options={channels} chosen={chosen} onChange={choose} />
        ) : (
          !error && <div className="skeleton h-24" />
        )}
        {(problem || error) && <Notice>{problem?.text ?? words.channels.failedLoad}</Notice>}
        <div className="flex justify-end gap-2">
          <Button onClick={close}>{words.common.cancel}</Button>
          <Button kind="primary" busy={busy} disabled={begun === null} onClick={() => void save()}>
            {words.common.save}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

const isOn = (channel: Channel, agent: Agent): boolean => channel.agents.includes(agent.id)
