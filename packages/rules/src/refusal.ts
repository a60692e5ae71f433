import type { Person } from './shapes.ts'

/**
 * `not_its_chat`: the chat belongs to another bot, or to none. `too_late`: the bot may no longer write, and enough of
 * its messages are kept. `blocked`: the visitor is blocked. `no_card`: no answer named such a card.
 */
export type RefusalCode =
  | 'closed'
  | 'not_yours'
  | 'taken'
  | 'not_failed'
  | 'no_chat'
  | 'not_its_chat'
  | 'too_late'
  | 'blocked'
  | 'no_card'

/** The rules refuse a command. `holder` is the agent who holds the chat, when that is the reason. */
export interface Refusal {
  readonly refused: RefusalCode
  readonly holder?: Person
}
