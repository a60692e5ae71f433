import { useQuery } from '@tanstack/react-query'
import { agentsQuery } from '../api/queries.ts'
import { useCell, useSession } from '../live/react.ts'
import { Select } from '../ui/select.tsx'
import { taskWords as w } from './words.ts'

type Props = {
  value: number | null
  /** The agent who has the task, whose name is known before the agents are. */
  known?: { id: number; name: string } | null
  onChange: (agent: number | null) => void
}

/** Who is to do a task: this agent, a colleague, or nobody yet. */
export function AssigneeSelect({ value, known, onChange }: Props) {
  const me = useCell(useSession().live.me)
  const { data: agents = [] } = useQuery(agentsQuery)
  const colleagues = agents.filter(({ id }) => id !== me.id).toSorted((a, b) => a.name.localeCompare(b.name))
  const isKnown = value === null || value === me.id || colleagues.some(({ id }) => id === value)
  return (
    <Select
      aria-label={w.assignee}
      compact
      value={value === null ? '' : String(value)}
      options={[
        [String(me.id), w.you(me.name)],
        ['', w.nobody],
        ...colleagues.map(({ id, name }) => [String(id), name] as const),
        ...(isKnown ? [] : [[String(value), known?.name ?? ''] as const]),
      ]}
      onChange={(text) => onChange(text === '' ? null : Number(text))}
    />
  )
}
