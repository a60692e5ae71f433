import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../api/client.ts'

/** The server tells of changes. Where its processes have no bus, those of another process come so much later, ms. */
const UNTOLD = 30_000

export type CallFilter = 'all' | 'missed'

/** Calls, newest first, a page at a time. */
export const callsQuery = (state: CallFilter) =>
  infiniteQueryOptions({
    queryKey: ['calls', 'list', state],
    queryFn: ({ signal, pageParam }) => call('GET /calls', { query: { state, after: pageParam ?? undefined }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
    staleTime: 0,
    // Rows must not move while the agent reads further back.
    refetchInterval: ({ state: { data, error } }) => (!error && (data?.pages.length ?? 1) === 1 ? UNTOLD : false),
  })

/** The newest calls of a contact. */
export const contactCallsQuery = (contact: number) =>
  queryOptions({
    queryKey: ['calls', 'contact', contact],
    queryFn: ({ signal }) => call('GET /calls', { query: { contact, limit: 20 }, signal }),
    select: ({ calls }) => calls,
    staleTime: 0,
  })
