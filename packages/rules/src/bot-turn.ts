import type { BotJoined } from './entries/bot-joined.ts'
import type { BotLeft } from './entries/bot-left.ts'
import type { BotSkipped } from './entries/bot-skipped.ts'
import type { BotFacts, Facts } from './facts.ts'
import type { BotPart } from './state.ts'

/** Whether the chat belongs to the bot and its channel is still attached to the bot (T19). */
export function isItsChat(bot: BotPart | undefined, id: number, facts: Facts): bot is BotPart {
  if (bot?.id !== id || facts.bot?.id !== id) return false // guard T19
  return true
}

/** The bot begins to answer in a chat, or is skipped because it fails. */
export function opening({ id, name, silenceLimitMs, failing, probe }: BotFacts): BotJoined | BotSkipped {
  const bot = { id, name }
  if (failing !== undefined) return { type: 'bot.skipped', bot, text: failing }
  return { type: 'bot.joined', bot, silenceLimitMs, ...(probe && { probe }) }
}

/** The bot leaves the chat and agents must answer. */
export function leaving({ id, name }: BotPart, why: BotLeft['why'], text?: string): BotLeft {
  return { type: 'bot.left', bot: { id, name }, why, ...(text !== undefined && { text }) }
}
