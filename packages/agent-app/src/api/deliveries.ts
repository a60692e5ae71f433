import type { Delivery, DeliveryWithAttempts } from '@deskbell/protocol/agent/channel'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { type Filters, toQuery, type Who } from '../deliveries/filters.ts'
import { now } from '../runtime.ts'
import { ask } from './client.ts'

type DeliveriesPage = { deliveries: Delivery[]; next: string | null }

/** How often a live log is refreshed, ms. */
const LIVE = 2000
const PAGE = '50'

/** Path of the log of one channel, bot or webhook, or of all (`null`). */
function pathOf(source: Who | null, params: URLSearchParams): string {
  if (source?.of === 'webhooks') params.set('webhook', String(source.id))
  const place = source && source.of !== 'webhooks' ? `/api/${source.of}/${source.id}/deliveries` : '/api/deliveries'
  return `${place}?${params}`
}

/** The delivery log, newest first, by pages. */
export const deliveriesQuery = (source: Who | null, filters: Filters, live: boolean) =>
  infiniteQueryOptions({
    queryKey: [...(source ? [source.of, source.id] : ['log']), 'deliveries', filters],
    queryFn: ({ signal, pageParam }) => {
      const params = toQuery(filters, now())
      params.set('limit', PAGE)
      if (pageParam) params.set('after', pageParam)
      return ask<DeliveriesPage>('GET', pathOf(source, params), { signal })
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
    // Only the first page refreshes; rows must not move while the agent reads further back.
    refetchInterval: ({ state: { data } }) => (live && (data?.pages.length ?? 1) === 1 ? LIVE : false),
  })

export const deliveryQuery = (id: number) =>
  queryOptions({
    queryKey: ['deliveries', id],
    queryFn: ({ signal }) => ask<DeliveryWithAttempts>('GET', `/api/deliveries/${id}`, { signal }),
  })

/** How often a delivery that the agent waits for is read, ms. */
const WATCH = 500

/** One delivery, read again until it has finished. */
export const watchedDelivery = (id: number) =>
  queryOptions({
    ...deliveryQuery(id),
    refetchInterval: ({ state: { data, error } }) => (error || data?.finishedAt ? false : WATCH),
  })
