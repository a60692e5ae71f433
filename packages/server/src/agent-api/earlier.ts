import type { EarlierChat } from '@deskbell/protocol/agent/earlier'
import { EARLIER_ROUTES } from '@deskbell/protocol/agent/routes/chats'
import { holderOf } from '../conversation/read/to-chat.ts'
import { readEarlier, type EarlierRead } from '../conversation/read/earlier.ts'
import type { Api } from './add-routes.ts'
import type { Services } from '../services.ts'
import { serve } from './serve.ts'
import { meter, READING } from './meter.ts'
import { findChat, scopeOf } from './access.ts'

/** Chats per request. */
const PAGE = 20

/** Earlier chats with the visitor of a chat. */
export function earlierRoutes(app: Api, services: Pick<Services, 'db' | 'directory' | 'rates'>): void {
  const { db, directory, rates } = services

  serve(app, EARLIER_ROUTES, {
    async listEarlier({ who, params, query, may }) {
      meter(rates, who.account, who.agent.id, READING)
      const { id, visitor } = await findChat(services, who, params.chat, may)
      const scope = scopeOf(directory, who.agent)
      const of = { chat: id, visitor: visitor.number }
      const { chats, more } = await db.asAccount(who.account, (tx) =>
        readEarlier(tx, scope, of, { before: query.before, limit: PAGE }),
      )
      return { chats: chats.map(toEarlier), more }
    },
  })
}

/** A chat, shortened for a list. */
export function toEarlier({ id, channel, state, joined, opening, ratingText }: EarlierRead): EarlierChat {
  const { bot, department, rating, erased, openedAt, closedAt, received } = state
  const agent = holderOf(state) ?? joined
  return {
    id,
    channel: { id: channel.id, name: channel.name, kind: channel.kind },
    agent: agent && { id: agent.id, name: agent.name },
    bot: bot ? { id: bot.id, name: bot.name } : null,
    openedAt,
    closedAt,
    ...(department && { department: { id: department.id, name: department.name } }),
    ...(rating && { rating }),
    ...(ratingText !== null && { ratingText }),
    ...(erased && { erased }),
    opening,
    received,
  }
}
