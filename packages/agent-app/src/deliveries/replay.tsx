import type { Delivery } from '@deskbell/protocol/agent/channel'
import { useQueryClient } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import { useState } from 'react'
import { call } from '../api/client.ts'
import { useAct } from '../ui/act.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { words } from '../words/index.ts'
import { freshLogs } from './fresh.ts'
import { whoOf } from './whom.ts'

const w = words.deliveries

/** Sends a delivery to a bot or webhook again. Messages to visitors are resent in their chat. */
export function Replay({ delivery }: { delivery: Delivery }) {
  const queries = useQueryClient()
  const { busy, problem, run } = useAct()
  const [made, setMade] = useState<number | null>(null)
  const who = whoOf(delivery)
  if (!who || who.of === 'channels' || delivery.finishedAt === null) return null
  const replay = () =>
    void run(async () => {
      setMade((await call('POST /deliveries/:delivery/replay', { params: { delivery: delivery.id } })).id)
      await freshLogs(queries)
    })
  return (
    <div className="mt-4 border-t border-line pt-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="min-w-0 flex-1 basis-64 text-xs text-muted text-pretty">{w.replayHelp[who.of]}</p>
        <Button size="sm" busy={busy} onClick={replay}>
          <RotateCw aria-hidden="true" className="size-3.5" />
          {w.replay}
        </Button>
      </div>
      {problem && <Notice className="mt-2">{problem.text}</Notice>}
      {made !== null && !problem && (
        <Notice tone="good" className="mt-2">
          {w.replayed(made)}
        </Notice>
      )}
    </div>
  )
}
