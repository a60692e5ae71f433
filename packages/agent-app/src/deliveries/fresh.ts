import type { QueryClient } from '@tanstack/react-query'

/** Refetches every loaded log after a delivery was added. */
export const freshLogs = (queries: QueryClient): Promise<void> =>
  queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey.includes('deliveries') && queryKey.length > 2 })
