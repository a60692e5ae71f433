import type { enMore } from './en-more.ts'

/** The window's texts. `{}` stands for a name or a number. */
export const en = {
  title: 'Chat',
  greeting: 'Hello! How can we help you?',
  online: 'Online',
  offline: 'Offline at the moment',
  lost: 'No connection. Reconnecting…',
  minimise: 'Minimise',
  close: 'Close',
  messages: 'Messages',
  write: 'Write a message…',
  send: 'Send',
  attach: 'Attach a file',
  emoji: 'Emoji',
  today: 'Today',
  yesterday: 'Yesterday',
  joined: '{} joined the chat',
  left: '{} left the chat',
  closed: 'The chat has ended',
  typing: '{} is typing…',
  someone: 'Someone',
  sending: 'Sending…',
  failed: 'Not sent.',
  tooMany: 'Too many messages at once.',
  retry: 'Try again',
  unread: 'New messages: {}',
  noFile: 'This file is not available.',
  file: 'File',
  picture: 'Picture',
  place: 'Location',
}
/** All texts of a language. The English ones of forms and the like come with the script that shows them. */
export type Words = typeof en & typeof enMore
