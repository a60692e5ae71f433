import { isolate } from '../isolate.ts'

/** Closing a chat, and taking it back. */
export const closing = {
  closed: (name: string) => `Chat with ${isolate(name)} closed`,
  undo: 'Undo',
  undoKey: 'Press Z to undo.',
  wrote: (name: string) => `${isolate(name)} wrote, so the chat stays open`,
  wentOn: (name: string) => `The chat with ${isolate(name)} stays open`,
  notClosed: (name: string) => `Couldn’t close the chat with ${isolate(name)}`,
  notUndone: (name: string) => `Couldn’t take back closing the chat with ${isolate(name)}`,
  open: 'Open',
  dismiss: 'Dismiss',
  notices: 'Notices',
  keptYou: 'You kept the chat open',
  kept: (name: string) => `${isolate(name)} kept the chat open`,
  keptByVisitor: 'The visitor wrote while the chat was being closed, so it stays open',
}
