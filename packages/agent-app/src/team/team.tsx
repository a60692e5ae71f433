import type { Agent } from '@deskbell/protocol/agent/people'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { agentsQuery, channelsQuery, invitationsQuery } from '../api/queries.ts'
import { useCell, useSession } from '../live/react.ts'
import { Button } from '../ui/button.tsx'
import { LIST } from '../ui/list.ts'
import { Page } from '../ui/page.tsx'
import { LoadingRows, LoadProblem } from '../ui/states.tsx'
import { words } from '../words/index.ts'
import { laterWords } from '../words/later.ts'
import { AgentDialog } from './agent-dialog.tsx'
import { AgentRow } from './agent-row.tsx'
import { Departments } from './departments.tsx'
import { Invitations } from './invitations.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { onNoChannel } from './on-no-channel.ts'

const w = words.team

/** Agents and departments. */
export default function Team() {
  const { data: agents, error, refetch } = useQuery(agentsQuery)
  const me = useCell(useSession().live.me)
  const [editing, setEditing] = useState<Agent | 'new' | null>(null)
  // Each opening is a new dialog; 0: none is open.
  const [inviting, setInviting] = useState(0)
  const { data: invitations } = useQuery({ ...invitationsQuery, enabled: me.role !== 'agent' })
  const mayChange = me.role !== 'agent'
  const { data: channels } = useQuery({ ...channelsQuery, enabled: mayChange })
  const unreached = new Set(agents && channels ? onNoChannel(agents, channels) : [])

  return (
    <Page
      title={w.title}
      help={mayChange ? w.help : w.readOnly}
      isWide={mayChange}
      action={
        mayChange && (
          <div className="flex flex-wrap gap-2">
            <Button onClick={() => setEditing('new')}>{w.add}</Button>
            <Button kind="primary" onClick={() => setInviting((last) => last + 1)}>
              <Plus aria-hidden="true" className="size-4" />
              {laterWords.invite.invite}
            </Button>
          </div>
        )
      }
    >
      {error && !agents ? (
        <LoadProblem title={w.failedLoad} error={error} onRetry={() => void refetch()} />
      ) : agents ? (
        <ul className={LIST}>
          {agents.map((agent) => (
            <AgentRow
              key={agent.id}
              agent={agent}
              // An admin may not change owners.
              mayChange={mayChange && (me.role === 'owner' || agent.role !== 'owner')}
              me={me.id}
              onNoChannel={unreached.has(agent)}
              onEdit={() => setEditing(agent)}
            />
          ))}
        </ul>
      ) : (
        <LoadingRows rows={3} className="h-16" />
      )}
      {mayChange && <Invitations />}
      {agents && <Departments agents={agents} mayChange={mayChange} />}
      {mayChange && inviting > 0 && (
        <InviteDialog
          key={inviting}
          mail={invitations?.mail ?? false}
          open
          onOpenChange={(open) => !open && setInviting(0)}
        />
      )}
      <AgentDialog
        key={editing === null ? 'none' : editing === 'new' ? 'new' : editing.id}
        agent={editing === 'new' ? null : editing}
        open={editing !== null}
        onOpenChange={(open) => !open && setEditing(null)}
      />
    </Page>
  )
}
