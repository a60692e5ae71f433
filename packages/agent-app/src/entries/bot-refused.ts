import type { UnfoldingView } from '../entry-view.ts'
import { words } from '../words/index.ts'

/** What a bot wrote when it was out of the chat (B12): for the agent alone, and only when they want to read it. */
export const botRefused: UnfoldingView<'bot.refused'> = {
  shown: 'unfolding',
  summary: ({ bot }) => words.chat.botTooLate(bot.name),
  text: ({ text }) => text,
}
