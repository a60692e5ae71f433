import { queryOptions } from '@tanstack/react-query'
import { call } from '../api/client.ts'

/** Where calls ring at the agent of this window. */
export const ownCallsQuery = queryOptions({
  queryKey: ['me', 'calls'],
  queryFn: ({ signal }) => call('GET /me/calls', { signal }),
  staleTime: 0,
})
