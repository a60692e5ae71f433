import type { OfflineMessage } from '@deskbell/protocol/agent/offline'
import { OFFLINE_ROUTES } from '@deskbell/protocol/agent/routes/offline-messages'
import {
  countWaiting,
  markHandled,
  readOffline,
  readOneOffline,
  type OfflineRead,
} from '../conversation/read/offline-messages.ts'
import { notFound } from '../settings/change.ts'
import { allow } from '../identity/permissions.ts'
import type { Api } from './add-routes.ts'
import type { Services } from '../services.ts'
import { serve } from './serve.ts'
import { parseCursor, toCursor } from './page.ts'
import { aboutChat, maySee, scopeOf } from './access.ts'

/** Messages that visitors left while no agent was online. */
export function offlineMessageRoutes(
  app: Api,
  { db, clock, directory }: Pick<Services, 'clock' | 'db' | 'directory'>,
): void {
  serve(app, OFFLINE_ROUTES, {
    async listOfflineMessages({ who: { account, agent }, query: { handled, channel, after, limit = 30 } }) {
      const position = parseCursor(after)
      const scope = scopeOf(directory, agent)
      const asked = {
        ...(handled !== undefined && { handled: handled === 'true' }),
        ...(channel !== undefined && { channel }),
        ...(position && { before: position.id }),
      }
      const [{ messages, more }, waiting] = await db.asAccount(account, (tx) =>
        Promise.all([readOffline(tx, scope, asked, limit), countWaiting(tx, scope)]),
      )
      const last = more ? messages.at(-1) : undefined
      return {
        messages: messages.map(toShown),
        next: last ? toCursor({ at: last.at, id: last.id }) : null,
        waiting,
      }
    },
    handleOfflineMessage: ({ who: { account, agent }, params: { message: id }, body: { handled }, may }) =>
      db.asAccount(account, async (tx) => {
        const found = await readOneOffline(tx, account, id)
        if (!found) throw notFound('message')
        const access = { channel: found.channel.id, holder: found.chat?.holder ?? null }
        if (!maySee(directory, agent, access)) throw notFound('message') // guard T18
        allow(agent, may, aboutChat(directory, account, access))
        await markHandled(tx, account, id, handled ? { at: clock.now(), agent: agent.id } : null)
        const now = await readOneOffline(tx, account, id)
        if (!now) throw notFound('message')
        return toShown(now)
      }),
  })
}

function toShown({ id, at, channel, chat, visitor, contact, message, site, handled }: OfflineRead): OfflineMessage {
  return {
    id,
    at,
    channel: { id: channel.id, name: channel.name },
    chat: chat?.id ?? null,
    chatOpen: chat?.isOpen ?? false,
    visitor: String(visitor),
    name: contact.name,
    email: contact.email,
    phone: contact.phone,
    description: contact.description,
    message,
    ...(site?.url !== undefined && site.url !== '' && { page: { url: site.url, title: site.title ?? '' } }),
    handled: handled && { at: handled.at, agent: handled.agent && { id: handled.agent.id, name: handled.agent.name } },
  }
}
