import { COLLEAGUE_ROUTES } from '@deskbell/protocol/agent/routes/colleagues'
import type { Person } from '@deskbell/rules'
import type { ChatRead } from '../conversation/read/chat-row.ts'
import { Invalid } from '../platform/errors.ts'
import type { Services } from '../services.ts'
import { findChat } from './access.ts'
import type { Api } from './add-routes.ts'
import { acting } from './chats.ts'
import { personOf } from './messages.ts'
import { findColleague } from './receivers.ts'
import { serve } from './serve.ts'
import type { SignedIn } from './signed-in.ts'

/** Chats that are offered to a colleague, and colleagues who write in a chat, too. */
export function offerRoutes(app: Api, services: Pick<Services, 'commit' | 'db' | 'directory' | 'links'>): void {
  const { directory } = services
  const { act, personFor } = acting(services)

  function receiver(who: SignedIn, { channel }: ChatRead, number: number): Person {
    if (number === who.agent.id) throw new Invalid('/to', { reason: 'is_you' })
    return findColleague(directory, who, { number, channel: channel.id, field: '/to' })
  }

  serve(app, COLLEAGUE_ROUTES, {
    async offerChat({ who, params, body, may }) {
      const chat = await findChat(services, who, params.chat, may)
      const { comment } = body
      const to = receiver(who, chat, body.to)
      return act(who, chat, { type: 'agent.offer', ...personFor(who), to, ...(comment !== undefined && { comment }) })
    },
    async withdrawOffer({ who, params, may }) {
      const chat = await findChat(services, who, params.chat, may)
      return act(who, chat, { type: 'agent.withdraw', ...personFor(who) })
    },
    async askColleague({ who, params, body, may }) {
      const chat = await findChat(services, who, params.chat, may)
      const { comment } = body
      const to = receiver(who, chat, body.to)
      return act(who, chat, { type: 'agent.ask', ...personFor(who), to, ...(comment !== undefined && { comment }) })
    },
    async joinChat({ who, params, may }) {
      const chat = await findChat(services, who, params.chat, may)
      return act(who, chat, { type: 'agent.join', ...personFor(who) })
    },
    async declineChat({ who, params, body: { reason }, may }) {
      const chat = await findChat(services, who, params.chat, may)
      return act(who, chat, { type: 'agent.decline', agent: personOf(who), ...(reason !== undefined && { reason }) })
    },
  })
}
