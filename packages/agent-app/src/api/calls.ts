import { queryOptions } from '@tanstack/react-query'
import { call } from './client.ts'

/** The server tells of changes. Where its processes have no bus, those of another process come so much later, ms. */
const UNTOLD = 60_000

/** How many calls no agent has answered; a hundred stands for more. */
export const missedCallsQuery = queryOptions({
  queryKey: ['calls', 'list', 'count'],
  queryFn: ({ signal }) => call('GET /calls', { query: { state: 'missed', limit: 100 }, signal }),
  select: ({ calls }) => calls.length,
  refetchInterval: UNTOLD,
})

/** The calls during a chat, oldest first. */
export const chatCallsQuery = (chat: number) =>
  queryOptions({
    queryKey: ['calls', 'chat', chat],
    queryFn: ({ signal }) => call('GET /calls', { query: { chat, limit: 100 }, signal }),
    select: ({ calls }) => calls.toReversed(),
  })
