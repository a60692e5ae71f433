import type { DeliveryLogQuery } from '@deskbell/protocol/agent/channel'
import type { AnswerOf } from '@deskbell/protocol/agent/routes/call'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { type Filters, toQuery, type Who } from '../deliveries/filters.ts'
import { now } from '../runtime.ts'
import { call } from './client.ts'

type DeliveriesPage = AnswerOf<'GET /deliveries'>

/** How often a live log is refreshed, ms. */
const LIVE = 2000
const PAGE = 50

/** A page of the log of one channel, bot or webhook, or of everything (`null`). */
function readPage(source: Who | null, query: DeliveryLogQuery, signal: AbortSignal): Promise<DeliveriesPage> {
  switch (source?.of) {
    case 'channels':
      return call('GET /channels/:channel/deliveries', { params: { channel: source.id }, query, signal })
    case 'bots':
      return call('GET /bots/:bot/deliveries', { params: { bot: source.id }, query, signal })
    case 'webhooks':
      return call('GET /deliveries', { query: { ...query, webhook: source.id }, signal })
    default:
      return call('GET /deliveries', { query, signal })
  }
}

/** The delivery log, newest first, by pages. */
export const deliveriesQuery = (source: Who | null, filters: Filters, live: boolean) =>
  infiniteQueryOptions({
    queryKey: [...(source ? [source.of, source.id] : ['log']), 'deliveries', filters],
    queryFn: ({ signal, pageParam }) => {
      const page = { limit: PAGE, ...(pageParam !== null && { after: pageParam }) }
      return readPage(source, { ...toQuery(filters, now()), ...page }, signal)
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
    queryFn: ({ signal }) => call('GET /deliveries/:delivery', { params: { delivery: id }, signal }),
  })

/** How often a delivery that the agent waits for is read, ms. */
const WATCH = 500

/** One delivery, read again until it has finished. */
export const watchedDelivery = (id: number) =>
  queryOptions({
    ...deliveryQuery(id),
    refetchInterval: ({ state: { data, error } }) => (error || data?.finishedAt ? false : WATCH),
  })
