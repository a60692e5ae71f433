import { deliveriesOf } from '@deskbell/rules'
import type { Conversation } from '../chat/draft.ts'
import type { Effect } from '../chat/effects.ts'
import { newDelivery } from '../delivery/new-delivery.ts'
import { dropWaitingStatement } from '../delivery/rows.ts'

/** Sends what agents and bots write to the channel, and fetches the files that its customers name. */
export const channelEffect: Effect = {
  name: 'channels',
  plan({ made, conversations }) {
    const photos = [...conversations].filter(({ photoSource }) => photoSource !== null)
    return {
      write({ send, deliver }) {
        // A customer whose picture has another address with every message is drawn once, not once for each of them.
        if (photos.length > 0)
          send(dropWaitingStatement, [photos.map(({ account }) => account), photos.map(photoLane), 'photo_fetch'])
        for (const { draft, conversation, entry, command, kind: channelKind } of made) {
          const { account, channel, key: recipient } = conversation
          const where = { channel, kind: channelKind, visitor: conversation.numbered, chat: draft.number }
          for (const one of deliveriesOf(draft.state, entry, command, where)) {
            if ('bot' in one) continue
            const { kind, lane, of, body } = one
            deliver([newDelivery(kind, channel, { account, lane, channel, chat: where.chat, of, recipient, body })])
          }
        }
        deliver(
          photos.map((conversation) =>
            newDelivery('photo_fetch', conversation.channel, {
              account: conversation.account,
              lane: photoLane(conversation),
              channel: conversation.channel,
              chat: conversation.open?.id ?? null,
              recipient: conversation.key,
              body: { source: conversation.photoSource },
            }),
          ),
        )
      },
    }
  },
}

const photoLane = ({ numbered }: Conversation): string => `photo:${numbered}`
