import type { CommandKind } from '../command-kind.ts'
import type { Rating } from '../shapes.ts'

export interface VisitorRate {
  readonly type: 'visitor.rate'
  readonly rating: Rating
  readonly text?: string
}

/** Accepted in closed chats too: visitors are asked for a rating when the chat has ended. */
export const visitorRate: CommandKind<VisitorRate> = {
  type: 'visitor.rate',
  decide(state, { rating, text }) {
    if (state.rating === rating && text === undefined) return []
    return [{ type: 'chat.rated', rating, ...(text !== undefined && { text }) }]
  },
}
