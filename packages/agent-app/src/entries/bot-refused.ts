import type { UnfoldingView } from '../entry-view.ts'
import { words } from '../words/index.ts'

/** A late message of a bot (B12): agents can unfold it. */
export const botRefused: UnfoldingView<'bot.refused'> = {
  shown: 'unfolding',
  summary: ({ bot }) => words.chat.botTooLate(bot.name),
  text: ({ text }) => text,
}
