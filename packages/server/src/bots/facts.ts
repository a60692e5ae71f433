import type { BotFacts } from '@deskbell/rules'
import type { Directory } from '../settings/directory.ts'
import type { Breaker } from './breaker.ts'

/**
 * What the rules must know of the bot of a channel. Null: none answers there. `opens`: a chat begins, which may be the
 * one that shows whether a failing bot works again.
 */
export function makeBotFacts({ directory, breaker }: { directory: Directory; breaker: Breaker }) {
  return (account: number, channel: number, opens: boolean, available: () => boolean): BotFacts | null => {
    const bot = directory.botOf(account, channel)
    if (!bot?.enabled) return null
    const facts = { id: bot.id, name: bot.name, patience: bot.silenceLimit * 1000 }
    const failing = breaker.whySkipped(bot)
    // With nobody there, skipping it would leave customers to an empty queue, and nobody would see it come back.
    if (failing === undefined || !available()) return facts
    return opens && breaker.takePermit(bot) ? { ...facts, probe: true } : { ...facts, failing }
  }
}
