import type { Channel } from '@deskbell/protocol/agent/channel'
import { useQuery } from '@tanstack/react-query'
import { agentsQuery } from '../api/queries.ts'
import { switched } from '../api/switched.ts'
import { AgentChoice } from '../ui/agent-choice.tsx'
import { Notice } from '../ui/notice.tsx'
import { Section } from '../ui/section.tsx'
import { words } from '../words/index.ts'
import { useChange } from './use-change.ts'

const w = words.channels

export function AgentsSection({ channel, mayChange }: { channel: Channel; mayChange: boolean }) {
  const { data: agents, error } = useQuery({ ...agentsQuery, retry: false })
  const { problem, change } = useChange(channel)
  const assigned = new Set(channel.agents)
  const toggle = (id: number) => {
    const adds = !assigned.has(id)
    void change((now) => ({ agents: switched(now.agents, id, adds) }))
  }

  return (
    <Section title={w.agents} help={`${w.agentsHelp} ${w.managersHelp}`}>
      {(problem || (error && !agents)) && <Notice className="mb-2">{problem?.text ?? words.team.failedLoad}</Notice>}
      {(agents || !error) && (
        <AgentChoice agents={agents} chosen={assigned} mayChange={mayChange} onToggle={toggle} wide />
      )}
    </Section>
  )
}
