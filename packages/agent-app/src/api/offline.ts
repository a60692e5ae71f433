import type { OfflinePage } from '@deskbell/protocol/agent/offline'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { ask } from './client.ts'

/** How often the desk is asked how many messages wait, and for the newest while they are shown, ms. */
const COUNTED = 20_000
const LIVE = 5000

/** How many messages nobody has dealt with. */
export const waitingQuery = queryOptions({
  queryKey: ['offline', 'waiting'],
  queryFn: ({ signal }) => ask<OfflinePage>('GET', '/api/offline-messages?handled=false&limit=1', { signal }),
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
      const params = new URLSearchParams()
      if (show !== 'all') params.set('handled', String(show === 'handled'))
      if (channel !== null) params.set('channel', String(channel))
      if (pageParam) params.set('after', pageParam)
      return ask<OfflinePage>('GET', `/api/offline-messages?${params}`, { signal })
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
    // Only the newest page lives; who reads further back wants the lines to stay where they are.
    refetchInterval: ({ state: { data, error } }) => (!error && (data?.pages.length ?? 1) === 1 ? LIVE : false),
  })
