import { withReason, type NoteView } from '../entry-view.ts'
import { words } from '../words/index.ts'

export const chatRated: NoteView<'chat.rated'> = {
  shown: 'note',
  // A thumb counts at once, and once more with the words that follow it.
  lastOnly: true,
  says: ({ rating, text }) => withReason(words.chat.rated[rating], text),
}
