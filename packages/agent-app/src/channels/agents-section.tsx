import type { Channel } from '@deskbell/protocol/agent/channel'
import { useQuery } from '@tanstack/react-query'
import { agentsQuery } from '../api/queries.ts'
import { Avatar } from '../ui/avatar.tsx'
import { cx } from '../ui/cx.ts'
import { Notice } from '../ui/notice.tsx'
import { Section } from '../ui/screen.tsx'
import { words } from '../words/index.ts'
import { useChange } from './use-change.ts'

const w = words.channels

/** Who receives the chats of the channel. */
export function AgentsSection({ channel, mayChange }: { channel: Channel; mayChange: boolean }) {
  const { data: agents, error } = useQuery({ ...agentsQuery, retry: false })
  const { problem, change } = useChange(channel)
  const assigned = new Set(channel.agents)
  const toggle = (id: number) =>
    void change({ agents: assigned.has(id) ? channel.agents.filter((one) => one !== id) : [...channel.agents, id] })

  return (
    <Section title={w.agents} help={`${w.agentsHelp} ${w.everybody}`}>
      {(problem || (error && !agents)) && <Notice className="mb-2">{problem?.text ?? words.team.failedLoad}</Notice>}
      <ul className="grid gap-1 sm:grid-cols-2">
        {agents
          ? agents.map((agent) => (
              <li key={agent.id}>
                <label
                  className={cx(
                    'flex items-center gap-3 rounded-lg border px-2.5 py-2 transition-colors',
                    assigned.has(agent.id) ? 'border-tint-edge bg-tint' : 'border-line',
                    mayChange && 'cursor-pointer hover:border-edge',
                  )}
                >
                  <input
                    type="checkbox"
                    checked={assigned.has(agent.id)}
                    disabled={!mayChange}
                    onChange={() => toggle(agent.id)}
                    className="size-4 shrink-0 accent-accent"
                  />
                  <Avatar name={agent.name} id={agent.id} photo={agent.photo} size="sm" />
                  <bdi className="truncate">{agent.name}</bdi>
                </label>
              </li>
            ))
          : !error && [0, 1].map((index) => <li key={index} className="skeleton h-11" />)}
      </ul>
    </Section>
  )
}
