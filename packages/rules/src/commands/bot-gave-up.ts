import { leaving } from '../bot-turn.ts'
import type { CommandKind } from '../command-kind.ts'

/** All attempts to send message `of` to the bot failed (B8). */
export interface BotGaveUp {
  readonly type: 'bot.gave-up'
  readonly bot: number
  readonly of: number
  readonly text: string
  /** This server aborted the delivery, or the bot was removed. */
  readonly why?: 'interrupted' | 'removed'
}

export const botGaveUp: CommandKind<BotGaveUp> = {
  type: 'bot.gave-up',
  decide({ bot, owner }, command) {
    // If the bot answered the message after all, the failed request does not count.
    if (owner.kind !== 'bot' || bot?.id !== command.bot || bot.answered === command.of) return []
    return [leaving(bot, command.why ?? 'failed', command.text)]
  },
}
