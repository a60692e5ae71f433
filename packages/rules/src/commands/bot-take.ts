import type { CommandKind } from '../command-kind.ts'

/** The bot took message `of`, which it was sent at this time (ms). */
export interface BotTake {
  readonly type: 'bot.take'
  readonly bot: number
  readonly of: number
  readonly at: number
}

/** What the bot wrote before it was asked is no answer, although it came after the question (B10). */
export const botTake: CommandKind<BotTake> = {
  type: 'bot.take',
  decide({ bot, owner }, { bot: id, of, at }) {
    if (owner.kind !== 'bot' || bot?.id !== id || bot.asked.includes(of)) return []
    if (bot.spokeAt === null || at <= bot.spokeAt) return []
    return [{ type: 'bot.asked', of }]
  },
}
