import { count } from './count.ts'
import { isolate } from '../isolate.ts'

/** A person's data that is gone, and how it goes. */
export const erase = {
  visitor: 'Erased visitor',
  said: 'Erased',
  by: (name: string) => `${isolate(name)} erased this person’s data`,
  byYou: 'You erased this person’s data',
  over: 'Erased at the end of the retention time',
  closed: 'The content of this chat was erased.',
  gone: 'The data of this chat was erased',
  goneHelp: 'All messages and files of this chat were permanently erased. Its times and agents are kept.',
  title: 'Personal data',
  help: 'For erasure requests.',
  action: 'Erase this person’s data…',
  ask: (name: string) => `Erase the data of ${isolate(name)}?`,
  lead: 'This cannot be undone. It permanently erases:',
  known: 'name, e-mail, phone and all other details',
  chats: (n: number) => (n > 1 ? `all messages and files of their ${n} chats` : 'all messages and files of their chat'),
  found: 'their entries in the archive, and their offline messages',
  undelivered: 'events and deliveries about them, with requests and responses',
  block: 'the block: if they write again, they count as a new visitor',
  stays: 'Open chats are closed. Empty chats stay, with numbers, times, agents and ratings.',
  left: 'Sent e-mails and data received by your servers, bots and webhooks are not erased. Erase them there.',
  confirm: (number: string) => `To confirm, type the visitor’s number: ${number}`,
  confirmWrong: (number: string) => `This is not ${number}.`,
  do: 'Erase permanently',
  busy: 'Erasing. Many chats take a while.',
  again: 'It is safe to try again.',
  running: 'The data is being erased',
  runningHelp: 'The data can no longer be read. Removal continues when you close this window.',
  progress: (done: string, total: string) => `${done} of ${total} records removed`,
  done: 'The data was erased',
  result: (chats: number, files: number) =>
    chats === 0 && files === 0
      ? 'There was nothing left to erase.'
      : `${count(chats, 'chat was', 'chats were')} emptied, ${count(files, 'file was', 'files were')} removed.`,
}

/** How long closed chats are kept. */
export const keep = {
  title: 'Retention of closed chats',
  help: 'After this time the messages of a chat are erased, and the details of visitors without other chats. Numbers, times, agents and ratings stay.',
  choice: 'Keep closed chats',
  forever: 'Forever',
  some: 'For a limited time',
  days: 'Days after a chat was closed',
  daysHelp: 'Chats are then erased within the hour. This cannot be undone.',
  daysWrong: 'Enter a whole number from 1 to 3,650.',
  reads: (days: number) =>
    days === 0 ? 'Closed chats are kept forever.' : `Closed chats are kept for ${count(days, 'day', 'days')}.`,
  ask: (days: number) => `Keep closed chats for ${count(days, 'day', 'days')} only?`,
  askHelp: (days: number) =>
    `All chats closed more than ${count(days, 'day', 'days')} ago are erased within the hour. This cannot be undone.`,
  do: 'Save and erase',
}
