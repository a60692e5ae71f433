import type { Person } from './shapes.ts'

/**
 * `not_its_chat`: the chat belongs to another bot, or to none. `too_late`: the bot may no longer write, and enough of
 * its messages are kept. `blocked`: the visitor is blocked. `no_card`: no answer named such a card.
 * `too_many_tags`: the chat would have more than 20.
 * `not_offered`: the chat is not offered to the agent, who was not asked to write in it either.
 * `too_many_colleagues`: ten agents write beside the holder or were asked to.
 * `not_scheduled`: no such message waits to be sent, or no longer.
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
  | 'too_many_tags'
  | 'not_scheduled'
  | 'too_many_scheduled'
  | 'not_offered'
  | 'too_many_colleagues'

/**
 * The rules refuse a command. `holder` is the agent who holds the chat, when that is the reason. `step`: the place of the
 * refused command in its macro, from 0.
 */
export interface Refusal {
  readonly refused: RefusalCode
  readonly holder?: Person
  readonly step?: number
}
