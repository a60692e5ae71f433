import type { NoteView } from '../entry-view.ts'
import { words } from '../words/index.ts'

export const agentInvited: NoteView<'agent.invited'> = {
  shown: 'note',
  says: ({ bot }) => [{ isolated: words.chat.agentInvited(bot.name) }],
}
