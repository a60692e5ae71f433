import { queryOptions } from '@tanstack/react-query'
import { call } from '../api/client.ts'

/** How often the list is read while it is shown, ms: steps are done in other windows, and by visitors. */
const LOOK_EVERY = 5000

/** For owners and admins. */
export const checklistQuery = queryOptions({
  queryKey: ['checklist'],
  queryFn: ({ signal }) => call('GET /checklist', { signal }),
  staleTime: 0,
  refetchInterval: ({ state: { error } }) => (error ? false : LOOK_EVERY),
})
