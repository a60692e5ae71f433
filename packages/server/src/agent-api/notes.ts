import { NOTE_ROUTES } from '@deskbell/protocol/agent/routes/messages'
import type { ChatRead } from '../conversation/read/chat-row.ts'
import { Invalid } from '../platform/errors.ts'
import type { Services } from '../services.ts'
import { chatAccessOf, findChat, maySee } from './access.ts'
import type { Api } from './add-routes.ts'
import { checkText, onceOf, personOf, sentOf } from './messages.ts'
import { serve } from './serve.ts'
import type { SignedIn } from './signed-in.ts'

/** Private notes of agents, and whom they mention. */
export function noteRoutes(app: Api, services: Pick<Services, 'commit' | 'db' | 'directory'>): void {
  const { commit, directory } = services

  /** A mention is a mark at the chat, so only agents who may see it can be mentioned (T18). */
  function checkMentions({ account }: SignedIn, { channel, state }: ChatRead, mentions: readonly number[]): void {
    const access = chatAccessOf(channel.id, state)
    for (const [index, number] of mentions.entries()) {
      const agent = directory.agent(account, number)
      if (!agent) throw new Invalid(`/mentions/${index}`, { reason: 'no_agent', number })
      if (!maySee(directory, agent, access))
        throw new Invalid(`/mentions/${index}`, { reason: 'agent_not_here', number }) // guard T18
    }
  }

  serve(app, NOTE_ROUTES, {
    async writeNote({ who, params, headers, body: { text, mentions = [] }, may }) {
      const chat = await findChat(services, who, params.chat, may)
      checkText(text)
      checkMentions(who, chat, mentions)
      const once = onceOf(who, headers['idempotency-key'], ['note', chat.id, text, ...mentions])
      const command = { type: 'agent.note' as const, agent: personOf(who), text, mentions }
      const done = await commit({
        account: who.account,
        target: { chat: chat.id },
        command,
        ...(once && { once }),
      })
      return done.kind === 'done' ? sentOf(done) : (done.answer as { n: number })
    },
  })
}
