import type { Agent } from '@deskbell/protocol/agent/people'
import { Avatar } from './avatar.tsx'
import { cx } from './cx.ts'

type Props = {
  agents: readonly Agent[] | undefined
  chosen: ReadonlySet<number>
  mayChange: boolean
  onToggle: (id: number) => void
  /** Side by side, where there is room. */
  wide?: boolean
}

/** Selects some of the agents. */
export const AgentChoice = ({ agents, chosen, mayChange, onToggle, wide = false }: Props) => (
  <ul className={cx('grid gap-1', wide && 'sm:grid-cols-2')}>
    {agents
      ? agents.map((agent) => (
          <li key={agent.id} className="min-w-0">
            <label
              className={cx(
                'flex items-center gap-3 rounded-lg border px-2.5 py-2 transition-colors',
                chosen.has(agent.id) ? 'border-tint-edge bg-tint' : 'border-line',
                mayChange && 'cursor-pointer hover:border-edge',
              )}
            >
              <input
                type="checkbox"
                checked={chosen.has(agent.id)}
                disabled={!mayChange}
                onChange={() => onToggle(agent.id)}
                className="size-4 shrink-0 accent-accent"
              />
              <Avatar name={agent.name} id={agent.id} photo={agent.photo} size="sm" />
              <bdi className="truncate">{agent.name}</bdi>
            </label>
          </li>
        ))
      : [0, 1].map((index) => <li key={index} className="skeleton h-11" />)}
  </ul>
)
