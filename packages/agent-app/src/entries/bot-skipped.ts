import { withReason, type NoteView } from '../entry-view.ts'
import { words } from '../words/index.ts'

export const botSkipped: NoteView<'bot.skipped'> = {
  shown: 'note',
  says: ({ bot, text }) => withReason(words.chat.botSkipped(bot.name), text),
}
