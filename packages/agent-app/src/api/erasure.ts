import type { LastErasure } from '@deskbell/protocol/agent/visitor-erased'
import { queryOptions } from '@tanstack/react-query'
import { ask } from './client.ts'

/** How often the desk is asked how far it is (ms). */
const EVERY = 1000

/** How far erasing a visitor has come; null: nothing is being erased, or it is long over. */
export const erasureQuery = (visitor: string) =>
  queryOptions({
    queryKey: ['erasure', visitor],
    queryFn: async ({ signal }) =>
      (await ask<LastErasure>('GET', `/api/visitors/${visitor}/erasure`, { signal })).erasure,
    refetchInterval: ({ state }) => (state.data?.state === 'running' ? EVERY : false),
  })
