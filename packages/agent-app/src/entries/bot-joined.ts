import type { NoteView } from '../entry-view.ts'
import { words } from '../words/index.ts'

export const botJoined: NoteView<'bot.joined'> = {
  shown: 'note',
  says: ({ bot }) => [{ isolated: words.chat.botJoined(bot.name) }],
}
