import type { RoutingChange } from '@deskbell/protocol/agent/routing'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/client.ts'
import { useAct } from '../ui/act.ts'

/** How often its progress is asked for (ms). */
const EVERY = 700

/** The replay that was started last on this screen. */
export function useReplay() {
  const { busy, problem, run } = useAct()
  const [started, setStarted] = useState<{ replay: string; wanted: RoutingChange } | null>(null)
  const { data, error } = useQuery({
    queryKey: ['settings', 'routing', 'replay', started?.replay],
    queryFn: ({ signal }) => call('GET /routing/replays/:replay', { params: { replay: started!.replay }, signal }),
    enabled: started !== null,
    refetchInterval: ({ state }) => (state.data && state.data.state !== 'running' ? false : EVERY),
  })
  const start = (wanted: RoutingChange) =>
    run(async () => {
      const { replay } = await call('POST /routing/replays', { body: wanted })
      setStarted({ replay, wanted })
    })
  return { start, isStarting: busy, problem, error, replay: started && data, of: started?.wanted }
}
