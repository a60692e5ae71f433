import { changesArchive } from '@deskbell/rules'
import type { NewDelivery } from '../delivery/delivery.ts'
import { endpointOf } from '../delivery/policy.ts'
import type { Made } from './deciding.ts'

/**
 * The words of chats that ended: they are written apart from the commit, so that nobody who writes waits for them. Of
 * one visitor one after the other, since each also says anew who the visitor is.
 */
export function indexesOf(made: readonly Made[]): NewDelivery[] {
  return made.flatMap(({ entry, draft, conversation: { account, channel, key, number } }) => {
    if (draft.id === null || number === null || !changesArchive(entry, draft.state)) return []
    return [
      {
        account,
        kind: 'chat_index' as const,
        lane: `index:${number}`,
        endpoint: endpointOf('chat_index', 0),
        channel,
        bot: null,
        webhook: null,
        event: null,
        chat: draft.id,
        of: entry.n,
        recipient: key,
        body: {},
      },
    ]
  })
}
