import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/client.ts'
import { useAct } from '../ui/act.ts'

/** Marks a message as handled or unhandled. `busy`: the message being marked. */
export function useHandle() {
  const queries = useQueryClient()
  const { problem, run } = useAct()
  const [busy, setBusy] = useState<number | null>(null)
  const handle = (id: number, handled: boolean) => {
    setBusy(id)
    return run(async () => {
      await call('POST /offline-messages/:message/handled', { params: { message: id }, body: { handled } })
      await queries.invalidateQueries({ queryKey: ['offline'] })
    }).finally(() => setBusy(null))
  }
  return { problem, busy, handle }
}
