import { SETTINGS_ROUTES } from '@deskbell/protocol/agent/routes/settings'
import type { Settings } from '@deskbell/protocol/agent/settings'
import { cleanText } from '@deskbell/protocol/text'
import { agentOwner } from '../files/owner.ts'
import { insertFiles } from '../files/rows.ts'
import { isAllowed, standingOf } from '../identity/permissions.ts'
import { changeSettings } from '../settings/account-settings.ts'
import { renameAccount, setLogo } from '../settings/accounts.ts'
import { logoUrl } from '../settings/logo-place.ts'
import type { Api } from './add-routes.ts'
import type { Services } from '../services.ts'
import { serve } from './serve.ts'
import { changeAndRefresh } from './change-and-refresh.ts'
import type { SignedIn } from './signed-in.ts'
import { receiveLogo } from './upload.ts'

export function settingsRoutes(app: Api, services: Pick<Services, 'config' | 'db' | 'directory' | 'files'>): void {
  const { directory, config } = services

  const settingsOf = ({ account, agent }: SignedIn): Settings => {
    const { name = '', logo = null, settings } = directory.account(account) ?? {}
    const { safeUrl = [], mailLogTo = [], keepDays = 0, timeZone = 'UTC', ratingMailAfter = 0 } = settings ?? {}
    // Agents who cannot change the addresses do not see them.
    const shown = isAllowed(standingOf(agent), 'settings.change') ? mailLogTo : []
    return {
      name,
      logo: logoUrl(config.publicUrl, logo),
      timeZone,
      safeUrl,
      mailLogTo: shown,
      keepDays,
      ratingMailAfter,
      mail: config.smtpUrl !== undefined,
    }
  }

  serve(app, SETTINGS_ROUTES, {
    readSettings: ({ who }) => settingsOf(who),
    async changeSettings({ who, body: { name, ...others } }) {
      await changeAndRefresh(services, who.account, async (tx) => {
        await changeSettings(tx, who.account, others)
        if (name !== undefined) await renameAccount(tx, who.account, cleanText(name).trim())
      })
      return settingsOf(who)
    },
    async setLogo({ who, request }) {
      const { account, agent } = who
      const file = await receiveLogo(services.files, request, agentOwner(account, agent.id))
      await changeAndRefresh(services, account, async (tx) => {
        await tx.query(insertFiles.statement, insertFiles.values([file]))
        await setLogo(tx, account, file.id)
      })
      return settingsOf(who)
    },
    async removeLogo({ who }) {
      await changeAndRefresh(services, who.account, (tx) => setLogo(tx, who.account, null))
      return settingsOf(who)
    },
  })
}
