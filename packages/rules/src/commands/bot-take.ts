import type { CommandKind } from '../command-kind.ts'

/** The bot's server accepted message `of`, which was sent to it at this time (ms). */
export interface BotTake {
  readonly type: 'bot.take'
  readonly bot: number
  readonly of: number
  readonly at: number
}

/**
 * A message that the bot wrote before the request was sent is no answer to it, even if it follows the question in the
 * log (B10).
 */
export const botTake: CommandKind<BotTake> = {
  type: 'bot.take',
  decide({ bot, owner }, { bot: id, of, at }) {
    if (owner.kind !== 'bot' || bot?.id !== id || bot.asked.includes(of)) return []
    if (bot.spokeAt === null || at <= bot.spokeAt) return []
    return [{ type: 'bot.asked', of }]
  },
}
