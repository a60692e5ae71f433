import { isolate } from '../isolate.ts'

/** Private notes of agents, and mentions. */
export const notes = {
  kind: 'What you write',
  reply: 'Reply',
  note: 'Note',
  help: 'Only your team sees this',
  placeholder: 'Write a note. @ mentions a colleague',
  send: 'Save note',
  by: (name: string) => `${isolate(name)}: private note`,
  whom: 'Mention a colleague',
  mentionsYou: 'Mentions you',
  write: 'Write a note',
  inArchive: 'Note',
}
