import type { CallSettings, CallSettingsChange } from '@deskbell/protocol/agent/call-settings'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { changesOf } from '../api/changes-of.ts'
import { call } from '../api/client.ts'

export const callSettingsQuery = queryOptions({
  queryKey: ['settings', 'calls'],
  queryFn: ({ signal }) => call('GET /call-settings', { signal }),
})

/** How long it is taken to be so without asking again (ms): agents go through many chats. */
const FRESH = 60_000

/** Whether calls to telephones are set up. */
export function useTelephones(): boolean {
  const { data } = useQuery({ ...callSettingsQuery, staleTime: FRESH })
  return data !== undefined && data.countries.length > 0
}

/** Changes the settings of calls. */
export const useChange = changesOf<CallSettings, CallSettingsChange>(callSettingsQuery.queryKey, (body) =>
  call('PATCH /call-settings', { body }),
)
