import { EarlierPage, EarlierQuery, type EarlierChat } from '@deskbell/protocol/agent/earlier'
import { holderOf } from '../conversation/read/to-chat.ts'
import { readEarlier, type EarlierRead } from '../conversation/read/earlier.ts'
import type { AgentServices, Api } from './services.ts'
import { whoAsks } from './guard.ts'
import { meter, READING } from './meter.ts'
import { ChatPath } from './shapes.ts'
import { findChat, scopeOf } from './access.ts'

/** Chats that one look brings. */
const PAGE = 20

/** What was said with a visitor in other chats, beside a chat with them. */
export function earlierRoutes(app: Api, services: AgentServices): void {
  const { db, directory, rates } = services

  app.get(
    '/chats/:chat/earlier',
    {
      schema: {
        tags: ['Chats'],
        summary: 'List the other chats of the visitor',
        description:
          'Newest first, twenty at a time; `before` is the last of the page before. Only chats that you may see. What was said in one is read with its entries.',
        params: ChatPath,
        querystring: EarlierQuery,
        response: { 200: EarlierPage },
      },
    },
    async (request) => {
      const who = whoAsks(request)
      meter(rates, who.account, who.agent.id, READING)
      const { id, visitor } = await findChat(services, who, request.params.chat, 'chat.see')
      const scope = scopeOf(directory, who.agent)
      const of = { chat: id, visitor: visitor.number }
      const { chats, more } = await db.asAccount(who.account, (tx) =>
        readEarlier(tx, scope, of, { before: request.query.before, limit: PAGE }),
      )
      return { chats: chats.map(toEarlier), more }
    },
  )
}

function toEarlier({ id, channel, state, joined, opening }: EarlierRead): EarlierChat {
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
    ...(erased && { erased }),
    opening,
    received,
  }
}
