import type { Person } from './shapes.ts'

/**
 * `not_its_chat`: the chat is another bot's, or has none. `too_late`: the bot may not write any more, and enough of it
 * is kept. `blocked`: nothing is taken from the visitor. `no_card`: no answer named such a card.
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

/** A rule says no. `holder` is the agent who holds the chat, when that is why. */
export interface Refusal {
  readonly refused: RefusalCode
  readonly holder?: Person
}
