import { Settings, SettingsChange } from '@deskbell/protocol/agent/settings'
import { allow } from '../office/policy.ts'
import { changeSettings } from '../office/settings.ts'
import type { AgentDoor, Api } from './door.ts'
import { whoAsks } from './guard.ts'
import { changeOffice } from './office-change.ts'

/** What holds for the whole desk. */
export function settingsRoutes(app: Api, door: AgentDoor): void {
  const { directory } = door

  const settingsOf = (account: number): Settings => ({
    safeUrl: directory.account(account)?.settings.safeUrl ?? [],
  })

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
      const { account, agent } = whoAsks(request)
      allow(agent, 'settings.see')
      return settingsOf(account)
    },
  )

  app.patch(
    '/settings',
    {
      schema: {
        tags: ['Settings'],
        summary: 'Change the settings of the desk',
        description:
          'Owners and admins. What is left out stays as it is. `safeUrl` names hosts, subdomains with them: while it names any, links to other hosts are taken out of what pages say of visitors; while it is empty, links that visitors give ask before they open.',
        body: SettingsChange,
        response: { 200: Settings },
      },
    },
    async (request) => {
      const { account, agent } = whoAsks(request)
      allow(agent, 'settings.change')
      await changeOffice(door, account, (tx) => changeSettings(tx, account, request.body))
      return settingsOf(account)
    },
  )
}
