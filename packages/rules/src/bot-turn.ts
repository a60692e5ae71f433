import type { BotLeft } from './entries/bot-left.ts'
import type { Facts } from './facts.ts'
import type { BotPart } from './state.ts'

/** Its own chat, on a channel that it is still attached to (T19). */
export function isItsChat(bot: BotPart | undefined, id: number, facts: Facts): bot is BotPart {
  if (bot?.id !== id || facts.bot?.id !== id) return false // guard T19
  return true
}

/** The bot is out of the chat: people must answer. */
export function leaving({ id, name }: BotPart, why: BotLeft['why'], text?: string): BotLeft {
  return { type: 'bot.left', bot: { id, name }, why, ...(text !== undefined && { text }) }
}
