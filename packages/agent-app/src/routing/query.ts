import { queryOptions } from '@tanstack/react-query'
import { call } from '../api/client.ts'

/** How chats find an agent. */
export const routingQuery = queryOptions({
  queryKey: ['settings', 'routing'],
  queryFn: ({ signal }) => call('GET /routing', { signal }),
})
