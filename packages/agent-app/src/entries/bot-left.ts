import { withReason, type EntryOf, type NoteView } from '../entry-view.ts'
import { words } from '../words/index.ts'

const w = words.chat.botLeft

export const botLeft: NoteView<'bot.left'> = {
  shown: 'note',
  says: (entry) => withReason(whyLeft(entry), entry.why !== 'repeats' && entry.text),
}

/** Why the bot left the chat, as a sentence. */
function whyLeft({ bot, why, text }: EntryOf<'bot.left'>): string {
  if (why !== 'repeats') return w[why](bot.name)
  // The text that named the repeating side has been erased.
  if (text === undefined) return w.repeatsErased(bot.name)
  return text === 'the visitor' ? w.repeatsCustomer(bot.name) : w.repeats(bot.name)
}
