import { botLane } from '@deskbell/rules'
import type { Effect } from '../conversation/commit/effects.ts'
import { cancelStatement } from '../deliveries/statements.ts'

/** Cancels the waiting messages to a bot that no longer owns the chat. */
export const botEffect: Effect = {
  name: 'bots',
  plan({ drafts }) {
    const left = [...drafts].filter(([{ before, state }]) => before.owner.kind === 'bot' && state.owner.kind !== 'bot')
    if (left.length === 0) return undefined
    return {
      write({ at, send }) {
        send(cancelStatement, [
          left.map(([, conversation]) => conversation.account),
          left.map(([draft]) => botLane({ chat: draft.number })),
          'CLIENT_MESSAGE',
          at,
          'the bot no longer has the chat',
        ])
      },
    }
  },
}
