import { withReason, type NoteView } from '../entry-view.ts'
import { words } from '../words/index.ts'

export const chatRated: NoteView<'chat.rated'> = {
  shown: 'note',
  // A thumb is sent at once, and again with its text.
  lastOnly: true,
  says: ({ rating, text }) => withReason(words.chat.rated[rating], text),
}
