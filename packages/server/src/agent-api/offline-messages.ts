import { HandledBody, OfflineMessage, OfflinePage, OfflineQuery } from '@deskbell/protocol/agent/offline'
import {
  countWaiting,
  markHandled,
  readOffline,
  readOneOffline,
  type OfflineRead,
} from '../conversation/read/offline-messages.ts'
import { notFound } from '../settings/change.ts'
import { allow } from '../identity/permissions.ts'
import type { AgentServices, Api } from './services.ts'
import { whoAsks } from './guard.ts'
import { parseCursor, toCursor } from './page.ts'
import { OfflinePath } from './shapes.ts'
import { aboutChat, maySee, scopeOf } from './access.ts'

/** Messages that were left while nobody was there. */
export function offlineMessageRoutes(app: Api, { db, clock, directory }: AgentServices): void {
  app.get(
    '/offline-messages',
    {
      schema: {
        tags: ['Offline messages'],
        summary: 'List messages that were left',
        description:
          'Newest first. Each is said in a chat too, and answered there; you see those of the chats that you see.',
        querystring: OfflineQuery,
        response: { 200: OfflinePage },
      },
    },
    async (request) => {
      const { account, agent } = whoAsks(request)
      const { handled, channel, after, limit = 30 } = request.query
      const place = parseCursor(after)
      const scope = scopeOf(directory, agent)
      const asked = {
        ...(handled !== undefined && { handled: handled === 'true' }),
        ...(channel !== undefined && { channel }),
        ...(place && { before: place.id }),
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
  )

  app.post(
    '/offline-messages/:message/handled',
    {
      schema: {
        tags: ['Offline messages'],
        summary: 'Say that a message was dealt with, or that it was not',
        description: 'Who said so first, and when, is kept.',
        params: OfflinePath,
        body: HandledBody,
        response: { 200: OfflineMessage },
      },
    },
    async (request) => {
      const { account, agent } = whoAsks(request)
      const { message: id } = request.params
      const { handled } = request.body
      return db.asAccount(account, async (tx) => {
        const found = await readOneOffline(tx, account, id)
        if (!found) throw notFound('message')
        const place = { channel: found.channel.id, holder: found.chat?.holder ?? null }
        if (!maySee(directory, agent, place)) throw notFound('message') // guard T18
        allow(agent, 'offline.handle', aboutChat(directory, account, place))
        await markHandled(tx, account, id, handled ? { at: clock.now(), agent: agent.id } : null)
        const now = await readOneOffline(tx, account, id)
        if (!now) throw notFound('message')
        return toShown(now)
      })
    },
  )
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
