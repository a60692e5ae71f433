import type { NoteView } from '../entry-view.ts'
import { words } from '../words/index.ts'

const w = words.chat

export const agentLeft: NoteView<'agent.left'> = {
  shown: 'note',
  says: ({ agent }, { me }) => [agent.id === me ? w.leftYou : { isolated: w.leftChat(agent.name) }],
}
