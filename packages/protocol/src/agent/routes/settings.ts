import { Settings, SettingsChange } from '../settings.ts'
import { route } from './route.ts'

const tag = 'Settings'

/** Settings of the whole account. */
export const SETTINGS_ROUTES = {
  readSettings: route({
    method: 'GET',
    path: '/settings',
    tag,
    summary: 'Read the settings of the account',
    may: 'settings.see',
    answers: { 200: Settings },
  }),
  changeSettings: route({
    method: 'PATCH',
    path: '/settings',
    tag,
    summary: 'Change the settings of the account',
    description:
      'Owners and admins. What is left out stays as it is. `safeUrl` names hosts, subdomains with them: while it names any, links to other hosts are taken out of what pages say of visitors; while it is empty, links that visitors give ask before they open. `mailLogTo` names those to whom the log of each chat is mailed when it is closed; agents are not shown them. `keepDays`: what is personal in a closed chat is erased so many days later, within the hour; 0: never. It cannot be brought back.',
    may: 'settings.change',
    body: SettingsChange,
    answers: { 200: Settings },
  }),
}
