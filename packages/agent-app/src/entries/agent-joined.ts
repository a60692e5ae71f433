import type { NoteView } from '../entry-view.ts'
import { words } from '../words/index.ts'

const w = words.chat

export const agentJoined: NoteView<'agent.joined'> = {
  shown: 'note',
  says: ({ agent }, { me }) => [agent.id === me ? w.joinedYou : { isolated: w.joined(agent.name) }],
}
