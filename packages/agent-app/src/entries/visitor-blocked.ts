import type { NoteView } from '../entry-view.ts'
import { words } from '../words/index.ts'

const w = words.chat

export const visitorBlocked: NoteView<'visitor.blocked'> = {
  shown: 'note',
  says: ({ agent }, { me }) => [agent.id === me ? w.blockedYou : { isolated: w.blocked(agent.name) }],
}
