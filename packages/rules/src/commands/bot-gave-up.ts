import { leaving } from '../bot-turn.ts'
import type { CommandKind } from '../command-kind.ts'

/** The bot was asked message `of` as often as it may be and did not take it (B8). */
export interface BotGaveUp {
  readonly type: 'bot.gave-up'
  readonly bot: number
  readonly of: number
  readonly text: string
  /** It was us who broke off, or the bot is gone. */
  readonly why?: 'interrupted' | 'removed'
}

export const botGaveUp: CommandKind<BotGaveUp> = {
  type: 'bot.gave-up',
  decide({ bot, owner }, command) {
    // A message that the bot answered after all is no failure, whatever became of its request.
    if (owner.kind !== 'bot' || bot?.id !== command.bot || bot.answered === command.of) return []
    return [leaving(bot, command.why ?? 'failed', command.text)]
  },
}
