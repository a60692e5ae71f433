import { queryOptions } from '@tanstack/react-query'
import { call } from './client.ts'

/** The server tells of changes. Where its processes have no bus, those of another process come so much later, ms. */
const UNTOLD = 60_000

/** How many tasks of this agent are due before a time: overdue, and until the end of the day. */
export const dueCountQuery = (until: number) =>
  queryOptions({
    queryKey: ['tasks', 'list', 'count', until],
    queryFn: ({ signal }) => call('GET /tasks/count', { query: { until }, signal }),
    select: ({ due }) => due,
    refetchInterval: UNTOLD,
  })
