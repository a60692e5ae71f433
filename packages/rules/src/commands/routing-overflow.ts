import type { BotMessage } from '../bot-history.ts'
import { opening } from '../bot-turn.ts'
import type { CommandKind } from '../command-kind.ts'
import type { ChatOverflowed } from '../entries/chat-overflowed.ts'
import { isClosed } from '../holding.ts'
import type { ChatState } from '../state.ts'

/**
 * Gives a waiting chat that finds no agent to another department or to its bot, or asks its visitor to leave a message. It does
 * nothing when the chat is not what the router decided about any more: it has another owner or department, it is offered to an
 * agent, it was there before, or the bot cannot take it.
 */
export interface RoutingOverflow extends Omit<ChatOverflowed, 'type'> {
  readonly type: 'routing.overflow'
  /** The chat's epoch that the router saw. */
  readonly epoch: number
  /** The visitor's messages that the bot is sent. The chat has `received` of them, of which these are the newest. */
  readonly asks?: readonly BotMessage[]
  readonly received?: number
}

export const routingOverflow: CommandKind<RoutingOverflow> = {
  type: 'routing.overflow',
  decide(state, { epoch, asks = [], received, ...overflowed }, { bot }) {
    if (isClosed(state)) return { refused: 'closed' }
    const { owner, offer, closing, department, overflow } = state
    if (owner.kind !== 'queue' || state.epoch !== epoch || offer || closing || overflow?.form) return []
    if (department?.id !== overflowed.before?.id) return []
    const place = overflowed.department?.id ?? (overflowed.to === 'bot' ? 'bot' : 'form')
    if (place === department?.id || overflow?.been.includes(place)) return []
    const entry = { ...overflowed, type: 'chat.overflowed' } as const
    if (place !== 'bot') return [entry]
    // The visitor has written meanwhile: the bot is to get that message, too.
    if (!bot || bot.failing !== undefined || !mayTake(state) || state.received !== received) return []
    return [entry, opening(bot), ...asks.map(({ of }) => ({ type: 'bot.asked' as const, of }))]
  },
}

/** Whether a bot may still answer in the chat: none has, and no agent has been in it. */
export const mayTake = ({ bot, agents = [] }: Pick<ChatState, 'bot' | 'agents'>): boolean =>
  bot === undefined && agents.length === 0
