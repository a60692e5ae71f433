import { useQuery } from '@tanstack/react-query'
import { dueCountQuery } from '../api/tasks.ts'
import { useNow } from '../ui/now.ts'
import { endOfDay } from './sections.ts'

/** How many tasks of this agent are overdue or due today. */
export function useDueCount(): number {
  const { data = 0 } = useQuery(dueCountQuery(endOfDay(useNow())))
  return data
}
