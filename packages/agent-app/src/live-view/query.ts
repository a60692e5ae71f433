import { queryOptions } from '@tanstack/react-query'
import { call } from '../api/client.ts'

/** How often it is read while it is shown (ms). */
const EVERY = 3000

/** What happens in the account now. */
export const liveQuery = queryOptions({
  queryKey: ['live'],
  queryFn: ({ signal }) => call('GET /live', { signal }),
  refetchInterval: EVERY,
})
