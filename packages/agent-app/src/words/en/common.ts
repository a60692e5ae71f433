import { isolate } from '../isolate.ts'
import { count } from './count.ts'

export const common = {
  save: 'Save',
  saved: 'Saved',
  cancel: 'Cancel',
  close: 'Close',
  back: 'Back',
  retry: 'Try again',
  copy: 'Copy',
  copied: 'Copied',
  loading: 'Loading',
  remove: 'Remove',
  more: 'Load more',
  never: 'never',
  yes: 'Yes',
  no: 'No',
  optional: 'optional',
  you: 'you',
  skip: 'Skip to the content',
}

export const problem = {
  unreachable: 'Can’t reach Deskbell. Check your connection.',
  unknown: 'Something went wrong. Try again.',
  status: (status: number) =>
    status >= 500
      ? `Something went wrong on the server (${status}). Try again in a moment.`
      : `That didn’t work (${status}). Reload the page and try again.`,
  crashed: 'Something went wrong on this screen',
  crashedHelp: 'Your messages and drafts are saved. Reload the page to continue.',
  reload: 'Reload',
  forbidden: 'You don’t have access',
  forbiddenHelp: 'Ask an owner or admin for access.',
  missing: 'There is no page at this address',
  missingHelp: 'The address may be outdated, or the item was removed.',
  toInbox: 'Go to inbox',
  offline: 'You’re offline',
  offlineHelp: 'This screen needs the connection. It loads as soon as you’re back online.',
  old: 'There’s a new version. Reload to continue.',
}

export const signIn = {
  title: 'Sign in',
  email: 'E-mail',
  password: 'Password',
  submit: 'Sign in',
  busy: 'Signing in…',
  wait: (time: string) => `Too many attempts. Wait ${time}, then try again.`,
  ended: 'You were signed out. Sign in to go on where you were.',
  show: 'Show password',
  hide: 'Hide password',
  forgot: 'Forgot your password?',
  first: 'First time? The server printed the owner’s sign-in when it started.',
}

export const nav = {
  label: 'Main',
  inbox: 'Inbox',
  search: 'Search',
  live: 'Live',
  visitors: 'Visitors',
  contacts: 'Contacts',
  tasks: 'Tasks',
  tasksDue: (n: number) => count(n, 'task is due', 'tasks are due'),
  calls: 'Calls',
  callsMissed: (n: number) => count(n, 'missed call', 'missed calls'),
  offlineAll: 'Offline messages',
  archive: 'Archive',
  more: 'More',
  me: 'Your profile',
  settings: 'Settings',
  menu: 'Your menu',
  signOut: 'Sign out',
  commandMenu: 'Command menu',
  shortcuts: 'Keyboard shortcuts',
  theme: 'Appearance',
  themes: { system: 'System', light: 'Light', dark: 'Dark' },
  presence: 'Availability',
  presences: { online: 'Online', away: 'Away' },
  presenceHelp: { online: 'You get new chats', away: 'You get no new chats' },
  unsent: 'Some messages are not sent yet',
  unsentHelp: (n: number) =>
    `${count(n, 'message waits', 'messages wait')} to be sent. If you sign out now, they are lost.`,
  signOutAnyway: 'Sign out anyway',
}

export const connection = {
  connecting: 'Connecting…',
  lost: 'Reconnecting…',
  lostHelp: 'Messages you write are sent when the connection is back.',
  offline: 'You’re offline',
  offlineHelp: 'Messages you write are sent when you’re back online.',
  retry: 'Try now',
  back: 'Connected again',
}

export const leave = {
  title: 'A link from a visitor',
  help: 'A visitor or their page sent this link. It has not been checked.',
  host: 'Opens',
  reads: 'displayed as',
  address: 'Full address',
  advice: 'Open it only if you trust this host. Never enter a company password there.',
  back: 'Back',
  open: (host: string) => `Open ${isolate(host)}`,
  refused: 'This link can’t be opened',
  refusedHelp: 'Only web pages can be opened (https or http).',
}

export const announce = {
  message: (name: string) => `New message from ${isolate(name)}`,
  messages: (n: number, chats: number) =>
    `${count(n, 'new message', 'new messages')} in ${count(chats, 'chat', 'chats')}`,
  waiting: (name: string) => `${isolate(name)} is waiting for an agent`,
  waitingMany: (chats: number) => `${count(chats, 'visitor is', 'visitors are')} waiting for an agent`,
  failure: (name: string) => `A message to ${isolate(name)} was not delivered`,
}
