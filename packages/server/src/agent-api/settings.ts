import { Settings, SettingsChange } from '@deskbell/protocol/agent/settings'
import { allow, isAllowed, standingOf } from '../identity/permissions.ts'
import { changeSettings } from '../settings/account-settings.ts'
import type { AgentServices, Api } from './services.ts'
import { whoAsks } from './guard.ts'
import { changeAndRefresh } from './change-and-refresh.ts'
import type { SignedIn } from './signed-in.ts'

/** What holds for the whole desk. */
export function settingsRoutes(app: Api, services: AgentServices): void {
  const { directory, config } = services

  const settingsOf = ({ account, agent }: SignedIn): Settings => {
    const { safeUrl = [], mailLogTo = [], keepDays = 0 } = directory.account(account)?.settings ?? {}
    // Whose addresses they are is nothing for those who cannot change them.
    const shown = isAllowed(standingOf(agent), 'settings.change') ? mailLogTo : []
    return { safeUrl, mailLogTo: shown, keepDays, mail: config.smtpUrl !== undefined }
  }

  app.get(
    '/settings',
    {
      schema: {
        tags: ['Settings'],
        summary: 'Read the settings of the desk',
        response: { 200: Settings },
      },
    },
    (request) => {
      const who = whoAsks(request)
      allow(who.agent, 'settings.see')
      return settingsOf(who)
    },
  )

  app.patch(
    '/settings',
    {
      schema: {
        tags: ['Settings'],
        summary: 'Change the settings of the desk',
        description:
          'Owners and admins. What is left out stays as it is. `safeUrl` names hosts, subdomains with them: while it names any, links to other hosts are taken out of what pages say of visitors; while it is empty, links that visitors give ask before they open. `mailLogTo` names those to whom the log of each chat is mailed when it is closed; agents are not shown them. `keepDays`: what is personal in a closed chat is erased so many days later, within the hour; 0: never. It cannot be brought back.',
        body: SettingsChange,
        response: { 200: Settings },
      },
    },
    async (request) => {
      const who = whoAsks(request)
      allow(who.agent, 'settings.change')
      await changeAndRefresh(services, who.account, (tx) => changeSettings(tx, who.account, request.body))
      return settingsOf(who)
    },
  )
}
