import { botLane, deliveriesOf } from '@deskbell/rules'
import type { Effect } from '../chat/effects.ts'
import { newDelivery } from '../delivery/new-delivery.ts'
import { cancelStatement } from '../delivery/rows.ts'

/** Tells bots what the rules say, and cancels what waits for a bot that a chat has left. */
export const botEffect: Effect = {
  name: 'bots',
  plan({ made, drafts }) {
    const left = [...drafts].filter(([draft]) => draft.leftBot)
    return {
      write({ at, send, deliver }) {
        if (left.length > 0)
          send(cancelStatement, [
            left.map(([, conversation]) => conversation.account),
            left.map(([draft]) => botLane({ chat: draft.number })),
            'CLIENT_MESSAGE',
            at,
            'people have the chat',
          ])
        for (const { draft, conversation, entry, command, kind: channelKind } of made) {
          const { account, channel, key: recipient } = conversation
          const where = { channel, kind: channelKind, visitor: conversation.numbered, chat: draft.number }
          for (const one of deliveriesOf(draft.state, entry, command, where)) {
            if (!('bot' in one)) continue
            const { kind, lane, of, bot, body } = one
            deliver([newDelivery(kind, bot, { account, lane, channel, bot, chat: where.chat, of, recipient, body })])
          }
        }
      },
    }
  },
}
