import type { QueryClient } from '@tanstack/react-query'

/** Every log that is held is read anew: something was put into one of them. */
export const freshLogs = (queries: QueryClient): Promise<void> =>
  queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey.includes('deliveries') && queryKey.length > 2 })
