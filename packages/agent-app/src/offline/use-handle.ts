import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/client.ts'
import { useAct } from '../ui/act.ts'

/** Says of a message that it was dealt with, or that it was not. `busy`: the one that is being said of. */
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
