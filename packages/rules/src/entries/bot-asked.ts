import { askedAgain, withBot } from '../bot-part.ts'
import { AGENTS_ONLY, type EntryKind } from '../entry-kind.ts'

/** The bot was sent message `of` after the last message that it wrote: its answer is outstanding. */
export interface BotAsked {
  readonly type: 'bot.asked'
  readonly of: number
}

export const botAsked: EntryKind<BotAsked> = {
  type: 'bot.asked',
  version: 1,
  author: 'system',
  apply: (state, entry) => (state.owner.kind === 'bot' ? withBot(state, (bot) => askedAgain(bot, entry)) : state),
  readers: AGENTS_ONLY,
  deliveries: 'none',
  event: 'none',
  archive: false,
  redaction: { of: 'kept' },
}
