import type { Task } from '@deskbell/protocol/agent/task'
import { nameOf } from '../inbox/who.ts'
import { colourful } from '../text/emoji.ts'
import { words } from '../words/index.ts'

/** What the contact of a task is called: as in lists, or with the number of a visitor. */
export const contactOf = ({ contact }: Pick<Task, 'contact'>): string =>
  colourful(nameOf(contact) ?? '') ||
  (contact.visitor === null ? words.inbox.anonymous : words.inbox.visitor(contact.visitor))
