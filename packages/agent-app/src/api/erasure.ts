import { queryOptions } from '@tanstack/react-query'
import { call } from './client.ts'

/** How often the desk is asked how far it is (ms). */
const EVERY = 1000

/** How far erasing a visitor has come; null: nothing is being erased, or it is long over. */
export const erasureQuery = (visitor: string) =>
  queryOptions({
    queryKey: ['erasure', visitor],
    queryFn: async ({ signal }) =>
      (await call('GET /visitors/:visitor/erasure', { params: { visitor: Number(visitor) }, signal })).erasure,
    refetchInterval: ({ state }) => (state.data?.state === 'running' ? EVERY : false),
  })
