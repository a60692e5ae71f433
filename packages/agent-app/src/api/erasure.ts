import type { LastErasure } from '@deskbell/protocol/agent/visitor-erased'
import { queryOptions } from '@tanstack/react-query'
import { ask } from './client.ts'

/** How often the progress is read (ms). */
const EVERY = 1000

/** Progress of a visitor's erasure; null: no erasure is running, or it ended long ago. */
export const erasureQuery = (visitor: string) =>
  queryOptions({
    queryKey: ['erasure', visitor],
    queryFn: async ({ signal }) =>
      (await ask<LastErasure>('GET', `/api/visitors/${visitor}/erasure`, { signal })).erasure,
    refetchInterval: ({ state }) => (state.data?.state === 'running' ? EVERY : false),
  })
