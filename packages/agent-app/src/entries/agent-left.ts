import type { NoteView } from '../entry-view.ts'
import { words } from '../words/index.ts'

const w = words.chat

export const agentLeft: NoteView<'agent.left'> = {
  shown: 'note',
  says: ({ agent, by = agent }, { me }) => [by.id === me ? w.leftYou : { isolated: w.leftChat(by.name) }],
}
