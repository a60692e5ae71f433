import { askedAgain, withBot } from '../bot-part.ts'
import { toBot } from '../delivery.ts'
import { AGENTS_ONLY, type EntryKind } from '../entry-kind.ts'

/** The bot is sent message `of` after the last message that it wrote, or after it joined: its answer is outstanding. */
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
  // Only a bot that joins later is sent messages that were written before.
  deliveries({ state, entry, command }, where) {
    if (command.type !== 'routing.overflow') return []
    const asked = command.asks?.find(({ of }) => of === entry.of)
    return (asked?.bodies ?? []).flatMap((body) => toBot(state, entry.of, body, where))
  },
  event: 'none',
  archive: false,
  redaction: { of: 'kept' },
}
