import type { Call } from '@deskbell/protocol/agent/call'
import { useQuery } from '@tanstack/react-query'
import { call as ask } from '../../api/client.ts'
import { hasTalked } from '../say.ts'
import { Recording } from './recording.tsx'

/** A recording is stored within seconds after the end of its call: how often it is looked for, and how many times (ms). */
const LOOK = { every: 1000, times: 30 }

/** The recording of a call that has just ended, as soon as it is stored; nothing where the call is not recorded. */
export function OverRecording({ over }: { over: Call }) {
  const { data: call } = useQuery({
    queryKey: ['calls', 'over', over.id],
    queryFn: ({ signal }) => ask('GET /calls/:call', { params: { call: over.id }, signal }),
    enabled: over.carrier !== 'direct' && hasTalked(over),
    staleTime: 0,
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      data?.recorded || dataUpdateCount >= LOOK.times ? false : LOOK.every,
  })
  if (!call?.recorded) return null
  return (
    <div className="mt-3">
      <Recording call={call} />
    </div>
  )
}
