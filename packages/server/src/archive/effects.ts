import { changesArchive } from '@deskbell/rules'
import type { Effect } from '../conversation/commit/effects.ts'
import type { EditedVisitor } from '../conversation/contact/write.ts'
import type { NewDelivery } from '../deliveries/delivery.ts'
import { newDelivery } from '../deliveries/new-delivery.ts'

/** All indexing shares one limit. */
export const INDEX_ENDPOINT = 'index'

/** Indexes a closed chat, which also updates the visitor's part in their other chats. */
export const indexChat = ({ account, channel, key, number, chat, last }: EditedVisitor): NewDelivery =>
  newDelivery({
    kind: 'chat_index',
    endpoint: INDEX_ENDPOINT,
    account,
    lane: `index:${number}`,
    channel,
    chat,
    of: last,
    recipient: key,
  })

/**
 * Indexes the words of closed chats. They are written outside the commit, so that no message waits for them. The chats
 * of one visitor are indexed one after the other, because each also updates the visitor's part.
 */
export const archiveEffect: Effect = {
  name: 'archive',
  plan({ made }) {
    const changes = made.filter(({ entry, draft }) => changesArchive(entry, draft.state))
    if (changes.length === 0) return undefined
    return {
      write({ deliver }) {
        deliver(
          changes.map(({ entry, draft, conversation: { account, channel, key, numbered: number } }) =>
            indexChat({ account, channel, key, number, chat: draft.number, last: entry.n }),
          ),
        )
      },
    }
  },
}
