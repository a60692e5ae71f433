import type { TrunkStatus } from '@deskbell/protocol/agent/call-trunk'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/client.ts'

/** How often the screen asks (ms): while something is about to change, and else. */
const [SOON, LATER] = [1000, 5000]

const isMoving = ({ trunk, state, engine }: TrunkStatus) =>
  trunk !== null && (state !== 'ready' || engine.state !== 'running')

/** The trunk, and what is of it. */
export const trunkQuery = queryOptions({
  queryKey: ['settings', 'trunk'],
  queryFn: ({ signal }) => call('GET /call-trunk', { signal }),
  staleTime: 0,
  refetchInterval: ({ state: { data } }) => (data && isMoving(data) ? SOON : LATER),
})
