import { Menu } from '@base-ui/react/menu'
import type { Agent } from '@deskbell/protocol/agent/people'
import { useQueryClient } from '@tanstack/react-query'
import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { call } from '../api/client.ts'
import { agentsQuery } from '../api/queries.ts'
import { useCells, useSession } from '../live/react.ts'
import { Avatar } from '../ui/avatar.tsx'
import { IconButton } from '../ui/button.tsx'
import { Confirm } from '../ui/dialog.tsx'
import { cx } from '../ui/cx.ts'
import { ROW } from '../ui/list.ts'
import { words } from '../words/index.ts'
import { laterWords } from '../words/later.ts'
import { ChannelsDialog } from './channels-dialog.tsx'
import { ResetDialog } from './reset-dialog.tsx'
import { TokensDialog } from './tokens-dialog.tsx'

const w = words.team
const ITEM = 'flex h-9 cursor-pointer items-center rounded-md px-2.5 outline-none select-none data-highlighted:bg-well'

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
  const [asking, setAsking] = useState(false)
  const [choosing, setChoosing] = useState(false)
  const [resetting, setResetting] = useState(false)
  const [tokensShown, setTokensShown] = useState(false)
  const [place, setPlace] = useState<HTMLElement | null>(null)
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
          {agent.id === me && <span className="font-normal text-muted">({words.common.you})</span>}
        </p>
        <p className="truncate text-sm text-muted">{agent.email}</p>
        {onNoChannel && <p className="text-sm text-warm text-pretty">{laterWords.onChannels.none}</p>}
      </div>
      <span className="w-16 text-sm text-muted max-sm:hidden">{w.presence[presence]}</span>
      <span className="w-16 text-end text-sm">{w.roles[agent.role]}</span>
      <div ref={setPlace} className="w-8">
        {mayChange && (
          <Menu.Root>
            <Menu.Trigger
              render={
                <IconButton label={w.actions(agent.name)}>
                  <Ellipsis className="size-4.5" />
                </IconButton>
              }
            />
            <Menu.Portal container={place}>
              <Menu.Positioner sideOffset={4} align="end" className="z-50">
                <Menu.Popup className="popup w-44 p-1.5">
                  <Menu.Item className={ITEM} onClick={onEdit}>
                    {w.change}
                  </Menu.Item>
                  <Menu.Item className={ITEM} onClick={() => setChoosing(true)}>
                    {words.channels.title}
                  </Menu.Item>
                  <Menu.Item className={ITEM} onClick={() => setTokensShown(true)}>
                    {w.tokens}
                  </Menu.Item>
                  {agent.id !== me && (
                    <Menu.Item className={ITEM} onClick={() => setResetting(true)}>
                      {laterWords.invite.reset}
                    </Menu.Item>
                  )}
                  {agent.id !== me && (
                    <Menu.Item className={`${ITEM} text-bad`} onClick={() => setAsking(true)}>
                      {w.remove}
                    </Menu.Item>
                  )}
                </Menu.Popup>
              </Menu.Positioner>
            </Menu.Portal>
          </Menu.Root>
        )}
      </div>
      <ChannelsDialog agent={agent} open={choosing} onOpenChange={setChoosing} />
      <ResetDialog agent={agent} open={resetting} onOpenChange={setResetting} />
      <TokensDialog agent={agent} open={tokensShown} onOpenChange={setTokensShown} />
      <Confirm
        open={asking}
        onOpenChange={setAsking}
        title={w.removeTitle(agent.name)}
        action={w.remove}
        danger
        onConfirm={remove}
      >
        {w.removeHelp}
      </Confirm>
    </li>
  )
}
