import { PACE_BOT, PACE_BOTH, REFUSED_MAX, REPEATED_WITHIN, SAME_MAX } from '../bot-limits.ts'
import { paced, sameAs } from '../bot-part.ts'
import { isItsChat, leaving } from '../bot-turn.ts'
import type { CommandKind } from '../command-kind.ts'
import type { BotRefused } from '../entries/bot-refused.ts'
import type { Message } from '../entries/message.ts'
import type { Button, Person } from '../shapes.ts'
import type { BotPart } from '../state.ts'

export interface BotWrite {
  readonly type: 'bot.write'
  readonly bot: Person
  readonly id: string
  readonly text: string
  readonly markdown?: string
  readonly title?: string
  readonly buttons?: readonly Button[]
  /** Digest of the request. A request without one never counts as a repetition (B5). */
  readonly digest?: string
}

/** A bot's message is shown to the visitor, or refused and kept for the agent (B5, B12). */
export const botWrite: CommandKind<BotWrite> = {
  type: 'bot.write',
  decide(state, command, facts) {
    const { now } = facts
    const { bot } = state
    if (!isItsChat(bot, command.bot.id, facts)) return { refused: 'not_its_chat' }
    const { type: _type, ...content } = command
    const message: Message = { type: 'message', from: 'bot', ...content }
    const repeated = isRepeated(bot, command.digest, now)
    if (!bot.speaks || state.owner.kind === 'agent') {
      if (repeated || bot.refused >= REFUSED_MAX) return { refused: 'too_late' }
      return [toRefused(command)]
    }
    if (repeated) return []
    if (sameAs(bot.same.bot, message).times >= SAME_MAX) return [toRefused(command), leaving(bot, 'repeats', 'the bot')]
    const pace = paced(bot, now, 'bot')
    if (pace.bot > PACE_BOT || (pace.bot > PACE_BOTH && pace.visitor >= PACE_BOTH))
      return [toRefused(command), leaving(bot, 'loop')]
    return [message]
  },
}

function isRepeated({ said }: BotPart, digest: string | undefined, now: number): boolean {
  return digest !== undefined && said.some((one) => one.digest === digest && now - one.at <= REPEATED_WITHIN)
}

function toRefused({ bot, text, markdown, title, buttons, digest }: BotWrite): BotRefused {
  const shown = markdown ?? [title, ...(buttons ?? []).map((button) => `[${button.text}]`)].join('\n').trim()
  return { type: 'bot.refused', bot, text: shown || text, ...(digest !== undefined && { digest }) }
}
