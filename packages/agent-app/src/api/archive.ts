import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { type Filters, toQuery } from '../archive/filters.ts'
import { now } from '../runtime.ts'
import { call } from './client.ts'

/** Closed chats, newest first, a page at a time. */
export const archiveQuery = (filters: Filters) =>
  infiniteQueryOptions({
    queryKey: ['archive', filters],
    queryFn: ({ signal, pageParam }) =>
      call('GET /archive', { query: { ...toQuery(filters, now()), after: pageParam ?? undefined }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
    // Chats are closed all the time, so a cached page is always refetched.
    staleTime: 0,
  })

/** How the closed chats that the filters find were rated. */
export const archiveRatingsQuery = (filters: Filters) =>
  queryOptions({
    queryKey: ['archive ratings', filters],
    queryFn: ({ signal }) => call('GET /archive/ratings', { query: toQuery(filters, now()), signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
