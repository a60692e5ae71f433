import type { SearchGroup } from '@deskbell/protocol/agent/search-groups'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../api/client.ts'

/** The saved views of this agent. Colleagues change the shared ones, so they are read again with the window. */
export const viewsQuery = queryOptions({
  queryKey: ['views'],
  queryFn: ({ signal }) => call('GET /views', { signal }),
  select: ({ views }) => views,
  staleTime: 60_000,
})

/** The first results of each group. */
export const searchQuery = (q: string) =>
  queryOptions({
    queryKey: ['search', q],
    queryFn: ({ signal }) => call('GET /search', { query: { q }, signal }),
    enabled: q !== '',
    placeholderData: keepPreviousData,
    // Chats change all the time.
    staleTime: 5000,
  })

/** All results of one group, a page at a time. */
export const groupQuery = (q: string, group: SearchGroup) =>
  infiniteQueryOptions({
    queryKey: ['search', q, group],
    queryFn: ({ signal, pageParam }) =>
      call('GET /search', { query: { q, group, after: pageParam ?? undefined }, signal }),
    enabled: q !== '',
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page[group]?.next,
    placeholderData: keepPreviousData,
    staleTime: 5000,
  })
