import { SETTINGS_ROUTES } from '@deskbell/protocol/agent/routes/settings'
import type { Settings } from '@deskbell/protocol/agent/settings'
import { isAllowed, standingOf } from '../identity/permissions.ts'
import { changeSettings } from '../settings/account-settings.ts'
import type { Api } from './add-routes.ts'
import type { Services } from '../services.ts'
import { serve } from './serve.ts'
import { changeAndRefresh } from './change-and-refresh.ts'
import type { SignedIn } from './signed-in.ts'

export function settingsRoutes(app: Api, services: Pick<Services, 'config' | 'db' | 'directory'>): void {
  const { directory, config } = services

  const settingsOf = ({ account, agent }: SignedIn): Settings => {
    const { safeUrl = [], mailLogTo = [], keepDays = 0 } = directory.account(account)?.settings ?? {}
    // Agents who cannot change the addresses do not see them.
    const shown = isAllowed(standingOf(agent), 'settings.change') ? mailLogTo : []
    return { safeUrl, mailLogTo: shown, keepDays, mail: config.smtpUrl !== undefined }
  }

  serve(app, SETTINGS_ROUTES, {
    readSettings: ({ who }) => settingsOf(who),
    async changeSettings({ who, body }) {
      await changeAndRefresh(services, who.account, (tx) => changeSettings(tx, who.account, body))
      return settingsOf(who)
    },
  })
}
