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
      'Owners and admins. Fields that are left out stay unchanged. `safeUrl` lists hosts, each with its subdomains: if the list is not empty, links to other hosts are removed from the visitor data that pages give; if it is empty, the agent application asks for confirmation before it opens a link that a visitor gave. `mailLogTo`: the server mails the log of each closed chat to these addresses; only owners and admins see them. `keepDays`: the personal data in a chat is erased this many days after the chat was closed, within an hour; 0: never. Erased data cannot be restored. `name`: visitors read it where a widget has no title of its own. `timeZone`: the zone of times in mails.',
    may: 'settings.change',
    body: SettingsChange,
    answers: { 200: Settings },
  }),
  setLogo: route({
    method: 'PUT',
    path: '/settings/logo',
    tag,
    summary: 'Set the logo of the company',
    description: 'Owners and admins. The picture is drawn again as a PNG of at most 256 x 256 pixels, and is public.',
    may: 'settings.change',
    form: { file: true },
    answers: { 200: Settings },
  }),
  removeLogo: route({
    method: 'DELETE',
    path: '/settings/logo',
    tag,
    summary: 'Remove the logo of the company',
    may: 'settings.change',
    answers: { 200: Settings },
  }),
}
