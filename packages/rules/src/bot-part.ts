import { ASKED_MAX, PACE_WINDOW, REPEATED_WITHIN, SAID_MAX } from './bot-limits.ts'
import type { BotJoined } from './entries/bot-joined.ts'
import type { Message } from './entries/message.ts'
import type { Placed } from './entry-kind.ts'
import type { BotPart, ChatState, Same } from './state.ts'

export const NEVER: Same = { hash: 0, times: 0 }
/** The fields of a bot that has no turn to answer. */
export const IDLE = { asked: [], silentAt: null, acceptBy: null, buttons: [] } as const

/** Changes the bot's part of the state. A chat without a bot is returned as it is. */
export function withBot(state: ChatState, change: (bot: BotPart) => BotPart): ChatState {
  return state.bot ? { ...state, bot: change(state.bot) } : state
}

/** The part of a bot that joins. */
export function newBot({ bot, silenceLimitMs, probe }: BotJoined): BotPart {
  return {
    id: bot.id,
    name: bot.name,
    speaks: true,
    silenceLimitMs,
    ...IDLE,
    answered: null,
    spokeAt: null,
    toldAt: null,
    said: [],
    pace: { since: 0, visitor: 0, bot: 0 },
    same: { visitor: NEVER, bot: NEVER },
    refused: 0,
    joined: false,
    probe: probe ?? false,
  }
}

/** The visitor wrote to the bot: it must answer within its deadline (B10). */
export function visitorAsks(bot: BotPart, message: Placed<Message>): BotPart {
  return {
    ...bot,
    asked: [...bot.asked.slice(1 - ASKED_MAX), message.n],
    silentAt: bot.silentAt ?? message.at + bot.silenceLimitMs,
    toldAt: null,
    said: [],
    pace: paced(bot, message.at, 'visitor'),
    same: { ...bot.same, visitor: sameAs(bot.same.visitor, message) },
  }
}

/** The bot is asked about message `of` only now, even if it has written since that message. */
export function askedAgain(bot: BotPart, { of, at }: { of: number; at: number }): BotPart {
  if (bot.asked.includes(of)) return bot
  return {
    ...bot,
    asked: [...bot.asked.slice(1 - ASKED_MAX), of],
    answered: bot.answered === of ? null : bot.answered,
    silentAt: bot.silentAt ?? at + bot.silenceLimitMs,
  }
}

/** The bot wrote to the visitor. */
export function botAnswers(bot: BotPart, message: Placed<Message>): BotPart {
  // A question with buttons stays open after further messages of the bot, until the visitor writes.
  const before = bot.asked.length > 0 ? [] : bot.buttons
  // With several unanswered messages, the one that this message answers is unknown.
  const [only = null, another] = bot.asked
  return {
    ...bot,
    asked: [],
    answered: bot.asked.length === 0 ? bot.answered : another === undefined ? only : null,
    silentAt: null,
    spokeAt: message.at,
    probe: false,
    buttons: message.buttons ?? before,
    said: saidBy(bot, message),
    pace: paced(bot, message.at, 'bot'),
    same: { ...bot.same, bot: sameAs(bot.same.bot, message) },
  }
}

/** The digests of the bot's requests, including this one (B5). */
export function saidBy({ said }: BotPart, { digest, at }: { digest?: string; at: number }): BotPart['said'] {
  if (digest === undefined) return said
  return [...said.filter((one) => at - one.at <= REPEATED_WITHIN).slice(1 - SAID_MAX), { digest, at }]
}

/** How many messages each side wrote in the current minute, including this one. */
export function paced({ pace }: BotPart, at: number, from: 'visitor' | 'bot'): BotPart['pace'] {
  const now = at - pace.since > PACE_WINDOW ? { since: at, visitor: 0, bot: 0 } : pace
  return { ...now, [from]: now[from] + 1 }
}

/** How often in a row this side wrote this text, including this time. */
export function sameAs(
  before: Same,
  message: Pick<Message, 'text' | 'markdown' | 'title' | 'button' | 'attachments'>,
): Same {
  const { text, markdown = '', title = '', attachments } = message
  // Pictures and sound have no text to compare, and visitors may legitimately choose the same button repeatedly.
  if (attachments || message.button) return NEVER
  const hash = hashOf(`${text}\n${markdown}\n${title}`)
  return { hash, times: hash === before.hash ? before.times + 1 : 1 }
}

/** FNV-1a. A collision of two consecutive different texts is improbable enough to be ignored. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return hash >>> 0
}
