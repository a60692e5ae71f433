import type { Settings, SettingsChange } from '@deskbell/protocol/agent/settings'
import { changesOf } from '../api/changes-of.ts'
import { call } from '../api/client.ts'
import { settingsQuery } from '../api/queries.ts'

/** Changes account settings. */
export const useChange = changesOf<Settings, SettingsChange>(settingsQuery.queryKey, (body) =>
  call('PATCH /settings', { body }),
)
