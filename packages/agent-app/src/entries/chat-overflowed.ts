import type { EntryOf, NoteView } from '../entry-view.ts'
import { lasting } from '../text/when.ts'
import { words } from '../words/index.ts'

const w = words.offers.overflowed

/** Where the chat went without an agent, and why. */
export const chatOverflowed: NoteView<'chat.overflowed'> = {
  shown: 'note',
  says: (entry) => [{ isolated: `${sayWhere(entry)}: ${sayWhy(entry)}` }],
}

function sayWhere({ to, department }: EntryOf<'chat.overflowed'>): string {
  if (department) return w.to(department.name)
  return to === 'bot' ? w.bot : w.form
}

function sayWhy({ why, before, waited }: EntryOf<'chat.overflowed'>): string {
  if (why === 'nobody') return before ? w.nobodyIn(before.name) : w.nobody
  const time = lasting(waited, 'long')
  return before ? w.unansweredIn(before.name, time) : w.unanswered(time)
}
