import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/client.ts'

/** How often the screen asks (ms): while the provider has not answered yet, and else. */
const [SOON, LATER] = [1000, 5000]

/** The hosted provider, and what it answered last. */
export const providerQuery = queryOptions({
  queryKey: ['settings', 'call-provider'],
  queryFn: ({ signal }) => call('GET /call-provider', { signal }),
  staleTime: 0,
  refetchInterval: ({ state: { data } }) => (data?.provider && data.state === null ? SOON : LATER),
})
