import { queryOptions } from '@tanstack/react-query'
import { call } from '../api/client.ts'

/** The shared canned answers and the agent's own, the most used first. */
export const cannedQuery = queryOptions({
  queryKey: ['canned'],
  queryFn: ({ signal }) => call('GET /canned-answers', { signal }),
  select: ({ answers }) => answers,
})
