import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from './client.ts'

/** How often the number of unhandled messages, and the list while it is shown, are read (ms). */
const COUNTED = 20_000
const LIVE = 5000

/** The number of unhandled messages. */
export const waitingQuery = queryOptions({
  queryKey: ['offline', 'waiting'],
  queryFn: ({ signal }) => call('GET /offline-messages', { query: { handled: 'false', limit: 1 }, signal }),
  select: ({ waiting }) => waiting,
  refetchInterval: COUNTED,
})

export const SHOWS = ['waiting', 'handled', 'all'] as const
export type Show = (typeof SHOWS)[number]

/** Offline messages, newest first, by pages. */
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
    // Only the first page refreshes; rows must not move while the agent reads further back.
    refetchInterval: ({ state: { data, error } }) => (!error && (data?.pages.length ?? 1) === 1 ? LIVE : false),
  })
