import { count } from './en-count.ts'
import { isolate } from './isolate.ts'

/** A person's data that is gone, and how it goes. */
export const erase = {
  visitor: 'Erased visitor',
  said: 'Erased',
  by: (name: string) => `${isolate(name)} erased this person’s data`,
  byYou: 'You erased this person’s data',
  over: 'Erased: the time to keep it is over',
  closed: 'What was said here was erased.',
  gone: 'The data of this chat was erased',
  goneHelp:
    'What was said in this chat, and every file sent with it, is gone for good. When it was and who answered is kept.',
  title: 'Personal data',
  help: 'When a person asks to be forgotten.',
  action: 'Erase this person’s data…',
  ask: (name: string) => `Erase the data of ${isolate(name)}?`,
  lead: 'This cannot be undone. Gone from this desk, for good:',
  known: 'their name, e-mail, phone and all else that is known of them',
  chats: (n: number) =>
    n > 1
      ? `all that was said in their ${n} chats, with every file`
      : 'all that was said in their chat, with every file',
  found: 'what the archive finds them by, and messages they left while nobody was there',
  owed: 'the events and deliveries about them, with what was sent and answered',
  block: 'the block: should they write again, they are somebody new',
  stays: 'A chat that is still open is closed. Empty chats stay, with their numbers, times, agents and ratings.',
  left: 'Mails that were sent, and what your servers, bots and webhooks were told, are out of reach: have them erased there.',
  confirm: (number: string) => `To go on, type the number of this visitor: ${number}`,
  confirmWrong: (number: string) => `This is not ${number}.`,
  do: 'Erase for good',
  busy: 'Erasing. With many chats this takes a while.',
  again: 'Either all of it is gone or nothing: erase once more, that does no harm.',
  running: 'The data is being erased',
  runningHelp:
    'It cannot be read any more. The desk goes on removing what is stored of it, also when you close this window.',
  progress: (done: string, total: string) => `${done} of ${total} records removed`,
  done: 'The data was erased',
  result: (chats: number, files: number) =>
    chats === 0 && files === 0
      ? 'There was nothing left to erase.'
      : `${count(chats, 'chat was', 'chats were')} emptied, ${count(files, 'file was', 'files were')} removed.`,
}

/** How long closed chats are kept. */
export const keep = {
  title: 'How long closed chats are kept',
  help: 'When the time is over, what was said in a chat is erased, and what is known of a visitor who has no other chat. Numbers, times, agents and ratings stay.',
  choice: 'Closed chats are kept',
  forever: 'For ever',
  some: 'For some time',
  days: 'Days after a chat was closed',
  daysHelp: 'Then it is erased within the hour, and cannot be brought back.',
  daysWrong: 'A whole number from 1 to 3,650.',
  reads: (days: number) =>
    days === 0 ? 'Closed chats are kept for ever.' : `Closed chats are kept for ${count(days, 'day', 'days')}.`,
  ask: (days: number) => `Keep closed chats for ${count(days, 'day', 'days')} only?`,
  askHelp: (days: number) =>
    `All chats that were closed more than ${count(days, 'day', 'days')} ago are erased within the hour. They cannot be brought back.`,
  do: 'Save and erase',
}
