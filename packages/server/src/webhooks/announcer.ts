import type { EventName } from '@deskbell/protocol/webhook/events'
import type { ChatEvent } from '@deskbell/rules'
import type { Announcer } from '../chat/announce.ts'
import type { Directory, WebhookRecord } from '../office/directory.ts'
import { toEvent } from './payload.ts'
import type { Recent } from './recent.ts'

/** Who is told of what happens in chats, and in what words. */
export function makeAnnouncer(directory: Directory, recent: Recent): Announcer {
  return {
    // Also for one that is switched off: what it missed can be sent later.
    listens: (account, event) => listeners(directory, account, event).length > 0,
    announce(happened) {
      const { account, event } = happened
      return {
        body: JSON.stringify(toEvent(directory, happened)),
        whole: event.name !== 'chat_finished',
        webhooks: listeners(directory, account, event).flatMap(({ id, url, state }) =>
          url !== null && state !== 'disabled' ? [id] : [],
        ),
      }
    },
    mailsLogTo: (account) => directory.account(account)?.settings.mailLogTo ?? [],
    onAnnounced: (announced) => recent.put(announced),
  }
}

/** Whether changes of a visitor are told to anybody of the account (C22). */
export const tellsChanges = (directory: Directory, account: number): boolean =>
  directory.webhooks(account).some(({ events }) => events.has('chat_updated'))

function listeners(directory: Directory, account: number, event: ChatEvent): WebhookRecord[] {
  const name: EventName = event.name
  const early = event.name === 'chat_accepted' && event.early === true
  return directory.webhooks(account).filter(({ events, askEarly }) => events.has(name) && (askEarly || !early))
}
