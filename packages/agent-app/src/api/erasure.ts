import { queryOptions } from '@tanstack/react-query'
import { call } from './client.ts'

/** How often the progress is read (ms). */
const EVERY = 1000

/** Progress of a visitor's erasure; null: no erasure is running, or it ended long ago. */
export const erasureQuery = (visitor: string) =>
  queryOptions({
    queryKey: ['erasure', visitor],
    queryFn: async ({ signal }) =>
      (await call('GET /visitors/:visitor/erasure', { params: { visitor: Number(visitor) }, signal })).erasure,
    refetchInterval: ({ state }) => (state.data?.state === 'running' ? EVERY : false),
  })
