import type { NoteView } from '../entry-view.ts'
import { words } from '../words/index.ts'

export const agentUnavailable: NoteView<'agent.unavailable'> = {
  shown: 'note',
  says: ({ bot, why }) => [{ isolated: words.chat.agentUnavailable[why](bot.name) }],
}
