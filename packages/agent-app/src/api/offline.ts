import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from './client.ts'

/** How often the desk is asked how many messages wait, and for the newest while they are shown, ms. */
const COUNTED = 20_000
const LIVE = 5000

/** How many messages nobody has dealt with. */
export const waitingQuery = queryOptions({
  queryKey: ['offline', 'waiting'],
  queryFn: ({ signal }) => call('GET /offline-messages', { query: { handled: 'false', limit: 1 }, signal }),
  select: ({ waiting }) => waiting,
  refetchInterval: COUNTED,
})

export const SHOWS = ['waiting', 'handled', 'all'] as const
export type Show = (typeof SHOWS)[number]

/** Messages that were left, newest first, a page at a time. */
export const offlineQuery = (show: Show, channel: number | null) =>
  infiniteQueryOptions({
    queryKey: ['offline', 'list', show, channel],
    queryFn: ({ signal, pageParam }) => {
      const handled = show === 'all' ? undefined : show === 'handled' ? 'true' : 'false'
      const query = { handled, channel: channel ?? undefined, after: pageParam ?? undefined } as const
      return call('GET /offline-messages', { query, signal })
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
    // Only the newest page lives; who reads further back wants the lines to stay where they are.
    refetchInterval: ({ state: { data, error } }) => (!error && (data?.pages.length ?? 1) === 1 ? LIVE : false),
  })
