import type { Settings, SettingsChange } from '@deskbell/protocol/agent/settings'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../api/client.ts'
import { settingsQuery } from '../api/queries.ts'
import { useAct } from '../ui/act.ts'

/** Changes account settings. The change is shown at once and undone when the server refuses it. */
export function useChange(settings: Settings) {
  const queries = useQueryClient()
  const act = useAct()
  const put = (next: Settings) => queries.setQueryData(settingsQuery.queryKey, next)
  const change = (wanted: SettingsChange) =>
    act.run(async () => {
      await queries.cancelQueries({ queryKey: settingsQuery.queryKey })
      put({ ...settings, ...wanted })
      try {
        put(await call('PATCH /settings', { body: wanted }))
      } catch (error) {
        put(settings)
        throw error
      }
    })
  return { ...act, change }
}
