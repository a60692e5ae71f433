import type { BotFacts } from '@deskbell/rules'
import type { Directory } from '../settings/directory.ts'
import type { Breaker } from './breaker.ts'

/**
 * The facts about a channel's bot that the rules need. Null: the channel has no bot. `opens`: a chat begins, and may be
 * the probe of a failing bot.
 */
export function makeBotFacts({ directory, breaker }: { directory: Directory; breaker: Breaker }) {
  return (account: number, channel: number, opens: boolean, available: () => boolean): BotFacts | null => {
    const bot = directory.botOf(account, channel)
    if (!bot?.enabled || (opens && !bot.answersFirst)) return null
    const facts = { id: bot.id, name: bot.name, silenceLimitMs: bot.silenceLimit * 1000 }
    const failing = breaker.whySkipped(bot)
    // Without an available agent, skipping the bot would send visitors to an unattended queue, and no probe would run.
    if (failing === undefined || !available()) return facts
    return opens && breaker.takePermit(bot) ? { ...facts, probe: true } : { ...facts, failing }
  }
}
