import type { Conversation } from '../../conversation/commit/draft.ts'
import type { Effect } from '../../conversation/commit/effects.ts'
import { newDelivery } from '../../deliveries/new-delivery.ts'
import { dropWaitingStatement } from '../../deliveries/statements.ts'

/** Fetches a visitor's photo when its address has changed (A10). */
export const channelEffect: Effect = {
  name: 'channels',
  plan({ conversations }) {
    const photos = [...conversations].filter(({ photoSource }) => photoSource !== null)
    if (photos.length === 0) return undefined
    return {
      write({ send, deliver }) {
        // A newer address replaces a waiting fetch, so that an address that changes with every message is fetched once.
        send(dropWaitingStatement, [photos.map(({ account }) => account), photos.map(photoLane), 'photo_fetch'])
        deliver(
          photos.map((conversation) =>
            newDelivery({
              kind: 'photo_fetch',
              endpoint: photoEndpoint(conversation.channel),
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

export const photoEndpoint = (channel: number): string => `photo_fetch:${channel}`

const photoLane = ({ numbered }: Conversation): string => `photo:${numbered}`
