import type { CallSettings, CallSettingsChange } from '@deskbell/protocol/agent/call-settings'
import { queryOptions } from '@tanstack/react-query'
import { changesOf } from '../api/changes-of.ts'
import { call } from '../api/client.ts'

export const callSettingsQuery = queryOptions({
  queryKey: ['settings', 'calls'],
  queryFn: ({ signal }) => call('GET /call-settings', { signal }),
})

/** Changes the settings of calls. */
export const useChange = changesOf<CallSettings, CallSettingsChange>(callSettingsQuery.queryKey, (body) =>
  call('PATCH /call-settings', { body }),
)
