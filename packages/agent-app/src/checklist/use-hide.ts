import { useQueryClient } from '@tanstack/react-query'
import { call } from '../api/client.ts'
import { useAct } from '../ui/act.ts'
import { checklistQuery } from './query.ts'

/** Hides the list in this agent's inbox, or shows it again. */
export function useHide() {
  const queries = useQueryClient()
  const { busy, problem, run } = useAct()
  const hide = (hidden: boolean) =>
    run(async () => queries.setQueryData(checklistQuery.queryKey, await call('PATCH /checklist', { body: { hidden } })))
  return { busy, problem, hide }
}
