import { ACCEPT_WITHIN } from '../bot-limits.ts'
import { isItsChat } from '../bot-turn.ts'
import type { CommandKind } from '../command-kind.ts'
import type { Person } from '../shapes.ts'

/** The bot calls for an agent (B19). */
export interface BotInvite {
  readonly type: 'bot.invite'
  readonly bot: Person
}

export const botInvite: CommandKind<BotInvite> = {
  type: 'bot.invite',
  decide(state, command, facts) {
    const { bot, owner } = state
    if (!isItsChat(bot, command.bot.id, facts)) return { refused: 'not_its_chat' }
    if (owner.kind === 'nobody') return { refused: 'too_late' }
    if (owner.kind !== 'bot') return []
    if (facts.available) return [{ type: 'agent.invited', bot: command.bot, until: facts.now + ACCEPT_WITHIN }]
    // The bot was already told that no agent is available, and the visitor has not written since.
    if (bot.toldAt !== null) return []
    return [{ type: 'agent.unavailable', bot: command.bot, why: 'none' }]
  },
}
