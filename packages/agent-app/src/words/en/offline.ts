import { count } from './count.ts'
import { isolate } from '../isolate.ts'

/** Messages of the offline form. */
export const offline = {
  title: 'Offline messages',
  help: 'Messages from the offline form. Answer each in its chat.',
  show: 'Filter',
  shows: { waiting: 'Not handled', handled: 'Handled', all: 'All' },
  channel: 'Channel',
  anyChannel: 'All channels',
  list: 'Messages, newest first',
  waiting: (n: number) => count(n, 'message is not handled', 'messages are not handled'),
  from: (name: string) => `Message from ${isolate(name)}`,
  about: 'About',
  page: 'Sent from',
  mail: (address: string) => `Write to ${isolate(address)}`,
  call: (number: string) => `Call ${isolate(number)}`,
  open: 'Open chat',
  openOf: (name: string) => `Open chat with ${isolate(name)}`,
  handle: 'Mark as handled',
  handleOf: (name: string) => `Mark as handled: message from ${isolate(name)}`,
  undo: 'Mark as not handled',
  undoOf: (name: string) => `Mark as not handled: message from ${isolate(name)}`,
  handledBy: (name: string, when: string) => `Handled by ${isolate(name)}, ${when}`,
  handledAt: (when: string) => `Handled, ${when}`,
  empty: { waiting: 'All messages are handled', handled: 'No handled messages yet', all: 'No messages yet' },
  emptyHelp: 'While no agent is online, visitors can leave a message in the widget. It appears here.',
  emptyElse: 'No message matches the filters.',
  failedLoad: 'Couldn’t load the messages',
  stopped: 'Couldn’t refresh the list. Trying again…',
  end: 'No more results.',
  left: 'Sent through the offline form',
}
