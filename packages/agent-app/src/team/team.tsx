import type { Agent } from '@deskbell/protocol/agent/people'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { agentsQuery } from '../api/queries.ts'
import { useCell, useSession } from '../live/react.ts'
import { Button } from '../ui/button.tsx'
import { LoadProblem, Page } from '../ui/screen.tsx'
import { words } from '../words/index.ts'
import { AgentDialog } from './agent-dialog.tsx'
import { AgentRow } from './agent-row.tsx'
import { Departments } from './departments.tsx'

const w = words.team

/** Agents and departments. */
export default function Team() {
  const { data: agents, error, refetch } = useQuery(agentsQuery)
  const me = useCell(useSession().live.me)
  const [editing, setEditing] = useState<Agent | 'new' | null>(null)
  const mayChange = me.role !== 'agent'

  if (error && !agents) return <LoadProblem title={w.failedLoad} error={error} onRetry={() => void refetch()} />
  return (
    <Page
      title={w.title}
      help={mayChange ? w.help : w.readOnly}
      action={
        mayChange && (
          <Button kind="primary" onClick={() => setEditing('new')}>
            <Plus aria-hidden="true" className="size-4" />
            {w.add}
          </Button>
        )
      }
    >
      {agents ? (
        <ul className="overflow-hidden rounded-2xl border border-line bg-panel">
          {agents.map((agent) => (
            <AgentRow
              key={agent.id}
              agent={agent}
              // An admin may not change owners.
              mayChange={mayChange && (me.role === 'owner' || agent.role !== 'owner')}
              me={me.id}
              onEdit={() => setEditing(agent)}
            />
          ))}
        </ul>
      ) : (
        <div role="status" className="flex flex-col gap-1">
          <span className="sr-only">{words.common.loading}</span>
          {[0, 1, 2].map((index) => (
            <div key={index} className="skeleton h-16" />
          ))}
        </div>
      )}
      {agents && <Departments agents={agents} mayChange={mayChange} />}
      <AgentDialog
        key={editing === null ? 'none' : editing === 'new' ? 'new' : editing.id}
        agent={editing === 'new' ? null : editing}
        open={editing !== null}
        onOpenChange={(open) => !open && setEditing(null)}
      />
    </Page>
  )
}
