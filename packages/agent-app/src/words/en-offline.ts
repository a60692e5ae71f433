import { count } from './en-count.ts'
import { isolate } from './isolate.ts'

/** Messages of the offline form. */
export const offline = {
  title: 'Offline messages',
  help: 'What visitors left in the form while nobody was there. Each lies in a chat, too, and is answered there.',
  show: 'Which are shown',
  shows: { waiting: 'Not handled', handled: 'Handled', all: 'All' },
  channel: 'Channel',
  anyChannel: 'Every channel',
  list: 'Messages, the newest first',
  waiting: (n: number) => count(n, 'message is not handled', 'messages are not handled'),
  from: (name: string) => `Message of ${isolate(name)}`,
  about: 'About',
  page: 'Left on',
  mail: (address: string) => `Write to ${isolate(address)}`,
  call: (number: string) => `Call ${isolate(number)}`,
  open: 'Open the chat',
  openOf: (name: string) => `Open the chat with ${isolate(name)}`,
  handle: 'Mark as handled',
  handleOf: (name: string) => `Mark as handled: message of ${isolate(name)}`,
  undo: 'Not handled',
  undoOf: (name: string) => `Not handled: message of ${isolate(name)}`,
  handledBy: (name: string, when: string) => `Handled by ${isolate(name)}, ${when}`,
  handledAt: (when: string) => `Handled, ${when}`,
  empty: { waiting: 'Everything is handled', handled: 'Nothing was handled yet', all: 'No messages were left' },
  emptyHelp:
    'When nobody is online, the window of a widget takes a message with an address to answer to. It comes here.',
  emptyElse: 'No message fits what is chosen above.',
  failedLoad: 'The messages could not be loaded',
  stopped: 'The list is not live at the moment: the desk does not answer.',
  end: 'That is all.',
  left: 'Left through the offline form',
}
