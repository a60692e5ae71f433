import type { NoteView } from '../entry-view.ts'
import { words } from '../words/index.ts'

const w = words.waiting

export const messageUnscheduled: NoteView<'message.unscheduled'> = {
  shown: 'note',
  says: ({ why, agent }, { me }) => {
    if (why !== 'taken_back') return [why === 'closed' ? w.cancelledClosed : w.cancelledBlocked]
    return [!agent || agent.id === me ? w.tookBackYou : { isolated: w.tookBack(agent.name) }]
  },
}
