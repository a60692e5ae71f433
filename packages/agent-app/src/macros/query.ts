import { queryOptions } from '@tanstack/react-query'
import { call } from '../api/client.ts'

/** The shared macros and the agent's own, the most used first. */
export const macrosQuery = queryOptions({
  queryKey: ['macros'],
  queryFn: ({ signal }) => call('GET /macros', { signal }),
  select: ({ macros }) => macros,
})
