/** Addresses of the agent application that links from outside lead to, for example in mails. */
export const PLACES = {
  chat: (view: 'waiting' | 'mine' | 'all' | 'closed' | 'snoozed', chat: number) => `/inbox/${view}/${chat}`,
  /** The chat, scrolled to one of its entries. */
  entry: (view: 'all' | 'closed', chat: number, n: number) => `/inbox/${view}/${chat}#entry-${n}`,
  /** Where an alert about a chat leads. A mention leads to its note, in whatever list the chat is. */
  alert: (what: string, chat: number, n?: number | null) =>
    what === 'mention' && n
      ? PLACES.entry('all', chat, n)
      : PLACES.chat(
          what === 'waiting' ? 'waiting' : what === 'mention' || what === 'unattended' ? 'all' : 'mine',
          chat,
        ),
  tasks: '/tasks',
  missedCalls: '/calls/missed',
  contact: (id: number) => `/contacts/${id}`,
  /** The page of the contact, scrolled to one of the tasks. */
  task: (contact: number, task: number) => `/contacts/${contact}#task-${task}`,
  /** The token is after #: browsers do not send that part of an address to servers. */
  invitation: (token: string) => `/invitation#${token}`,
  password_reset: (token: string) => `/new-password#${token}`,
  webhook: (id: number) => `/settings/webhooks/${id}`,
}

/** First parts of the addresses of the agent application. The server answers them, and all below them, with its page. */
export const ROOMS = [
  'sign-in',
  'invitation',
  'new-password',
  'inbox',
  'live',
  'visitors',
  'contacts',
  'tasks',
  'calls',
  'offline',
  'archive',
  'search',
  'channels',
  'bots',
  'team',
  'settings',
  'me',
] as const

/** Whether an address (path) belongs to the agent application. */
export const isPlace = (path: string): boolean => {
  const room = path.split('/')[1] ?? ''
  return room === '' || ROOMS.some((one) => one === room)
}
