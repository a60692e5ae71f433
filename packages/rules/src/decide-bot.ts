import { ACCEPT_WITHIN, PACE_BOT, PACE_BOTH, REFUSED_MAX, REPEATED_WITHIN, SAME_MAX } from './bot-limits.ts'
import { paced, sameAs } from './bot-part.ts'
import type { BotFacts, Command, Facts, Refusal } from './command.ts'
import type { BotLeft, EntryBody, Message } from './entry.ts'
import { botDueAt, type BotPart, type ChatState } from './state.ts'

type Of<T extends Command['type']> = Command & { readonly type: T }

/** Who is to answer what a visitor writes now: the bot's coming, its leaving, or nothing when all stays as it is. */
export function whoAnswers(state: ChatState, { bot }: Facts): EntryBody[] {
  if (state.last === 0) return bot ? [opening(bot)] : []
  if (state.owner.kind !== 'bot' || !state.bot) return []
  if (bot?.id !== state.bot.id) return [leaving(state.bot, 'removed')]
  if (bot.failing === undefined || state.bot.probe) return []
  return [leaving(state.bot, 'skipped', bot.failing)]
}

function opening({ id, name, patience, failing, probe }: BotFacts): EntryBody {
  const bot = { id, name }
  if (failing !== undefined) return { type: 'bot.skipped', bot, text: failing }
  return { type: 'bot.joined', bot, patience, ...(probe && { probe }) }
}

/** The bot is paused when what the visitor writes now looks like a machine's (a loop of two bots). */
export function endsLoop(state: ChatState, message: Message, now: number): EntryBody[] {
  const { bot, owner } = state
  if (owner.kind !== 'bot' || !bot) return []
  const pace = paced(bot, now, 'visitor')
  if (pace.visitor > PACE_BOTH && pace.bot >= PACE_BOTH) return [leaving(bot, 'loop')]
  if (sameAs(bot.same.visitor, message).times >= SAME_MAX) return [leaving(bot, 'repeats', 'the visitor')]
  return []
}

/** A bot's message: shown, or refused and kept for the agent (B5, B12). */
export function botWrites(state: ChatState, command: Of<'bot.write'>, facts: Facts): EntryBody[] | Refusal {
  const { now } = facts
  const { bot } = state
  if (!isIts(bot, command.bot.id, facts)) return { refused: 'not_its_chat' }
  const { type: _type, ...content } = command
  const message: Message = { type: 'message', from: 'bot', ...content }
  const repeated = isRepeated(bot, command.digest, now)
  if (!bot.speaks || state.owner.kind === 'agent') {
    if (repeated || bot.refused >= REFUSED_MAX) return { refused: 'too_late' }
    return [refused(message, command)]
  }
  if (repeated) return []
  if (sameAs(bot.same.bot, message).times >= SAME_MAX)
    return [refused(message, command), leaving(bot, 'repeats', 'the bot')]
  const pace = paced(bot, now, 'bot')
  if (pace.bot > PACE_BOT || (pace.bot > PACE_BOTH && pace.visitor >= PACE_BOTH))
    return [refused(message, command), leaving(bot, 'loop')]
  return [message]
}

/** B19. */
export function botInvites(state: ChatState, command: Of<'bot.invite'>, facts: Facts): EntryBody[] | Refusal {
  const { now } = facts
  const { bot, owner } = state
  if (!isIts(bot, command.bot.id, facts)) return { refused: 'not_its_chat' }
  if (owner.kind === 'nobody') return { refused: 'too_late' }
  if (owner.kind !== 'bot') return []
  if (facts.available) return [{ type: 'agent.invited', bot: command.bot, until: now + ACCEPT_WITHIN }]
  // Until the visitor writes, there is nothing new to tell it.
  if (bot.toldAt !== null) return []
  return [{ type: 'agent.unavailable', bot: command.bot, why: 'none' }]
}

/** B8. A message that was answered after all is no failure, whatever became of its request. */
export function botGaveUp({ bot, owner }: ChatState, command: Of<'bot.gave-up'>): EntryBody[] {
  if (owner.kind !== 'bot' || bot?.id !== command.bot || bot.answered === command.of) return []
  return [leaving(bot, command.why ?? 'failed', command.text)]
}

/** B10: what it wrote before it was asked is no answer, though it came after the question. */
export function botTakes({ bot, owner }: ChatState, command: Of<'bot.take'>): EntryBody[] {
  if (owner.kind !== 'bot' || bot?.id !== command.bot || bot.asked.includes(command.of)) return []
  if (bot.spokeAt === null || command.at <= bot.spokeAt) return []
  return [{ type: 'bot.asked', of: command.of }]
}

/** B10, B19; and whoever waits for a bot that is gone goes to people. */
export function timePasses(state: ChatState, facts: Facts): EntryBody[] {
  const { now } = facts
  const due = botDueAt(state)
  const { bot, owner } = state
  if (owner.kind === 'bot' && bot && bot.asked.length > 0 && facts.bot?.id !== bot.id) return [leaving(bot, 'removed')]
  if (due === null || now < due || !bot) return []
  if (owner.kind === 'bot') return [leaving(bot, 'silent')]
  return [{ type: 'agent.unavailable', bot: { id: bot.id, name: bot.name }, why: 'unaccepted' }]
}

/** Its own chat, on a channel that it is still attached to (T19). */
function isIts(bot: BotPart | undefined, id: number, facts: Facts): bot is BotPart {
  if (bot?.id !== id || facts.bot?.id !== id) return false // guard T19
  return true
}

function isRepeated({ said }: BotPart, digest: string | undefined, now: number): boolean {
  return digest !== undefined && said.some((one) => one.digest === digest && now - one.at <= REPEATED_WITHIN)
}

function refused({ text, markdown, title, buttons }: Message, { bot, digest }: Of<'bot.write'>): EntryBody {
  const shown = markdown ?? [title, ...(buttons ?? []).map((button) => `[${button.text}]`)].join('\n').trim()
  return { type: 'bot.refused', bot, text: shown || text, ...(digest !== undefined && { digest }) }
}

function leaving({ id, name }: BotPart, why: BotLeft['why'], text?: string): EntryBody {
  return { type: 'bot.left', bot: { id, name }, why, ...(text !== undefined && { text }) }
}
