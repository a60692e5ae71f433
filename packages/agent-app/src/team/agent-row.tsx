import type { Agent } from '@deskbell/protocol/agent/people'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/client.ts'
import { agentsQuery } from '../api/queries.ts'
import { useCells, useSession } from '../live/react.ts'
import { Avatar } from '../ui/avatar.tsx'
import { cx } from '../ui/cx.ts'
import { ROW } from '../ui/list.ts'
import { RowMenu } from '../ui/row-menu.tsx'
import { words } from '../words/index.ts'
import { laterWords } from '../words/later.ts'
import { ChannelsDialog } from './channels-dialog.tsx'
import { ResetDialog } from './reset-dialog.tsx'
import { TokensDialog } from './tokens-dialog.tsx'

const w = words.team

type Props = {
  agent: Agent
  mayChange: boolean
  me: number
  /** No visitor reaches the agent. */
  onNoChannel: boolean
  onEdit: () => void
}

export function AgentRow({ agent, mayChange, me, onNoChannel, onEdit }: Props) {
  const presence = useCells(useSession().live.presence, agent.id) ?? agent.presence
  const queries = useQueryClient()
  const [shown, setShown] = useState<'channels' | 'reset' | 'tokens' | null>(null)
  const isMe = agent.id === me
  const dialog = (name: typeof shown) => ({
    open: shown === name,
    onOpenChange: (open: boolean) => setShown(open ? name : null),
  })
  const remove = async () => {
    await call('DELETE /agents/:agent', { params: { agent: agent.id } })
    await queries.invalidateQueries({ queryKey: agentsQuery.queryKey })
  }
  return (
    <li className={cx(ROW, 'flex min-h-14 items-center gap-3 py-2')}>
      <Avatar name={agent.name} id={agent.id} photo={agent.photo} presence={presence} />
      <div className="min-w-0 flex-1">
        <p className="flex gap-1.5 font-medium">
          <bdi className="truncate">{agent.name}</bdi>
          {isMe && <span className="font-normal text-muted">({words.common.you})</span>}
        </p>
        <p className="truncate text-sm text-muted">{agent.email}</p>
        {onNoChannel && <p className="text-sm text-warm text-pretty">{laterWords.onChannels.none}</p>}
      </div>
      <span className="w-16 text-sm text-muted max-sm:hidden">{w.presence[presence]}</span>
      <span className="w-16 text-end text-sm">{w.roles[agent.role]}</span>
      {mayChange ? (
        <RowMenu
          label={w.actions(agent.name)}
          actions={[
            { label: w.change, run: onEdit },
            { label: words.channels.title, run: () => setShown('channels') },
            { label: w.tokens, run: () => setShown('tokens') },
            ...(isMe ? [] : [{ label: laterWords.invite.reset, run: () => setShown('reset') }]),
          ]}
          removal={isMe ? null : { label: w.remove, title: w.removeTitle(agent.name), help: w.removeHelp, remove }}
        />
      ) : (
        <div className="w-8" />
      )}
      <ChannelsDialog agent={agent} {...dialog('channels')} />
      <ResetDialog agent={agent} {...dialog('reset')} />
      <TokensDialog agent={agent} {...dialog('tokens')} />
    </li>
  )
}
