import { isolate } from '../isolate.ts'
import { notices } from './notices.ts'

/** How and where an agent is alerted. */
export const alerts = {
  help: 'How you learn that a visitor waits or writes to you.',
  failedLoad: 'Couldn’t load your alert settings',
  means: 'How you are alerted',
  rows: {
    sound: ['Sound', 'Plays in the open application.'],
    badge: ['Number on the tab', 'The tab and the icon of the app show how many messages are unread.'],
    browser: ['Notification', 'Appears while Deskbell is open but hidden behind other windows.'],
    push: ['Notification when closed', 'Arrives by web push on the devices below, also when Deskbell is closed.'],
    mail: ['Mail', 'Sent only when an alert was not seen on any device within 30 seconds.'],
  } satisfies Record<string, readonly [string, string]>,
  noMail: 'This server sends no mail yet: its operator sets SMTP_URL.',
  tone: 'Sound',
  tones: { chime: 'Chime', bell: 'Bell', knock: 'Knock', drop: 'Drop' },
  play: 'Play',
  silent: 'Your browser played nothing. Click anywhere on the page and try again, and check the volume of the device.',
  quiet: 'Quiet hours',
  quietHelp: 'You are not alerted at these times. Alerts go to your colleagues instead.',
  quietSwitch: 'Keep quiet hours',
  quietFrom: 'From',
  quietTo: 'To',
  quietDays: 'Beginning on',
  quietEmpty: 'Choose at least one day, and two different times.',
  timeZone: 'Time zone',
  devices: 'Devices',
  devicesHelp: 'Each browser in which you use Deskbell. The one that you used last is alerted first.',
  devicesEmpty: 'This browser has not been added yet.',
  thisDevice: 'this device',
  lastUsed: (when: string) => `last used ${when}`,
  allow: 'Turn on notifications here',
  denied:
    'Notifications from Deskbell are blocked in this browser. Click the icon beside the address, allow notifications, and reload the page. On a phone, look in the settings of the system, too.',
  unsupported:
    'This browser shows no notifications. On an iPhone or iPad, add Deskbell to the home screen first and open it from there.',
  states: {
    push: 'Alerted also when Deskbell is closed',
    open: 'Alerted while Deskbell is open',
    soundOnly: 'Sound only: notifications are not turned on',
    denied: 'Notifications are blocked in this browser',
    failing: (why: string) => `The last alert failed: ${isolate(why)}`,
  },
  test: 'Test',
  testOf: (name: string) => `Test ${isolate(name)}`,
  removeDevice: (name: string) => `Remove ${isolate(name)}`,
  steps: { sent: 'Sent', accepted: 'Accepted by the push service', shown: 'Shown', opened: 'Opened' },
  notOpened: 'Alerts reach this device. Click the notification to see that it also opens Deskbell.',
  advice: (isHere: boolean) => ({
    sent: 'The server has not sent it yet. Check that the server may connect to the push service of the browser.',
    accepted: 'The push service has not accepted it yet. The server tries again.',
    shown: isHere
      ? 'Nothing was shown. Check that notifications are allowed for this browser in the system, that no focus or do-not-disturb mode is on, and that the sound is not muted.'
      : 'Nothing was shown yet. Is the device switched on and connected, and are notifications allowed for its browser?',
  }),
  log: 'Last alerts',
  logHelp: 'What became of each alert to you in the last 30 days.',
  logEmpty: 'No alerts yet.',
  causes: {
    waiting: 'A visitor is waiting',
    message: 'A visitor wrote to you',
    mention: 'A colleague mentioned you',
    test: 'Test',
  },
  chat: (id: number) => `Chat ${id}`,
  by: { open: 'In the open application', push: 'Web push', mail: 'Mail' },
  mailed: 'Handed over to the mail server',
  decided: 'Not sent yet',
  failed: (why: string) => `Failed: ${isolate(why)}`,
  ...notices,
}
