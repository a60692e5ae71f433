import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/client.ts'

/** How often the screen asks while a test runs (ms). */
const WHILE = 500

/** The newest test call. */
export const testQuery = queryOptions({
  queryKey: ['settings', 'trunk', 'test'],
  queryFn: ({ signal }) => call('GET /call-trunk/test', { signal }),
  select: ({ test }) => test,
  staleTime: 0,
  refetchInterval: ({ state: { data } }) => (data?.test?.ended === null ? WHILE : false),
})
