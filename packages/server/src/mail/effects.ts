import { MAIL_ENDPOINT } from '../settings/notices.ts'
import type { Effect } from '../conversation/commit/effects.ts'
import { newDelivery } from '../deliveries/new-delivery.ts'

/** Mails the transcript of a closed chat to each address in the account's settings. */
export function mailEffect(addressesOf: (account: number) => readonly string[]): Effect {
  return {
    name: 'mail',
    plan({ made }) {
      const ended = made.flatMap(({ entry, draft, conversation }) =>
        entry.type === 'chat.closed'
          ? addressesOf(conversation.account).map((address) => ({ entry, draft, conversation, address }))
          : [],
      )
      if (ended.length === 0) return undefined
      return {
        write({ deliver }) {
          deliver(
            ended.map(({ entry, draft, conversation: { account, channel }, address }) =>
              newDelivery({
                kind: 'mail',
                endpoint: MAIL_ENDPOINT,
                account,
                lane: `mail:log:${draft.id}:${address}`,
                channel,
                chat: draft.id,
                of: entry.n,
                recipient: address,
              }),
            ),
          )
        },
      }
    },
  }
}
