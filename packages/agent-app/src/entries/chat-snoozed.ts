import type { NoteView } from '../entry-view.ts'
import { full } from '../text/when.ts'
import { words } from '../words/index.ts'

const w = words.waiting

export const chatSnoozed: NoteView<'chat.snoozed'> = {
  shown: 'note',
  says: ({ agent, until }, { me }) => {
    const end = until === null ? w.visitorWrites : full(until)
    return [agent.id === me ? w.snoozedYou(end) : { isolated: w.snoozed(agent.name, end) }]
  },
}
