import { useQueryClient } from '@tanstack/react-query'
import { useAct } from './act.ts'

/** Saving what a dialog shows. The dialog closes when it is saved and the list, whose query is named, is fresh. */
export function useSaving(queryKey: readonly unknown[], onOpenChange: (open: boolean) => void) {
  const queries = useQueryClient()
  const { busy, problem, run, clear } = useAct()
  return {
    busy,
    problem,
    clear,
    save: (request: () => Promise<unknown>): void =>
      void run(async () => {
        await request()
        await queries.invalidateQueries({ queryKey })
        onOpenChange(false)
      }),
    onOpenChange: (open: boolean): void => {
      clear()
      onOpenChange(open)
    },
  }
}
