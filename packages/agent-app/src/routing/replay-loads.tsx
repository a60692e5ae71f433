import type { ReplayOutcome, ReplayResult } from '@deskbell/protocol/agent/routing-replay'
import { useQuery } from '@tanstack/react-query'
import { agentsQuery } from '../api/queries.ts'
import { number } from '../text/when.ts'
import { ReplayTable } from './replay-table.tsx'
import { routingWords as w } from './words.ts'

const chatsOf = ({ agents }: ReplayOutcome, id: number) => agents.find(({ agent }) => agent === id)?.chats ?? 0

/** How many chats each agent has, those with the most first. */
export function ReplayLoads({ result: { real, current, changed } }: { result: ReplayResult }) {
  const { data: agents } = useQuery(agentsQuery)
  const all = [...new Set([real, current, changed].flatMap((one) => one.agents.map(({ agent }) => agent)))]
  if (all.length === 0) return null
  return (
    <ReplayTable
      title={w.replay.loads}
      corner={w.replay.loads}
      rows={all
        .toSorted((a, b) => chatsOf(changed, b) - chatsOf(changed, a) || a - b)
        .map((id) => ({
          name: <bdi className="breakable">{agents?.find((one) => one.id === id)?.name ?? w.gone}</bdi>,
          cells: [number(chatsOf(real, id)), number(chatsOf(current, id)), number(chatsOf(changed, id))],
        }))}
    />
  )
}
