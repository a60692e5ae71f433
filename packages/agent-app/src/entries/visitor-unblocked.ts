import type { NoteView } from '../entry-view.ts'
import { words } from '../words/index.ts'

const w = words.chat

export const visitorUnblocked: NoteView<'visitor.unblocked'> = {
  shown: 'note',
  says: ({ agent }, { me }) => [agent.id === me ? w.unblockedYou : { isolated: w.unblocked(agent.name) }],
}
