import type { ChatForMe } from '@deskbell/protocol/agent/chat'
import { CHAT_ROUTES } from '@deskbell/protocol/agent/routes/chats'
import type { Command } from '@deskbell/rules'
import { isAllowed, standingOf } from '../identity/permissions.ts'
import { toShown } from '../conversation/read/to-entry.ts'
import { toChatForMe, toWholeChat } from '../conversation/read/to-chat.ts'
import type { ChatRead } from '../conversation/read/chat-row.ts'
import { readEntries } from '../conversation/read/entries.ts'
import { readInbox } from '../conversation/read/inbox.ts'
import { toInboxFilter } from '../conversation/read/inbox-filter.ts'
import { readMedia } from '../conversation/read/media.ts'
import { Invalid } from '../platform/errors.ts'
import type { Api } from './add-routes.ts'
import type { Services } from '../services.ts'
import { serve } from './serve.ts'
import { meter, READING } from './meter.ts'
import { parseCursor, toCursor } from './page.ts'
import { findChat, scopeOf } from './access.ts'
import { personOf } from './messages.ts'
import type { SignedIn } from './signed-in.ts'

const NEWEST = 2 ** 31 - 1

type Needs = Pick<Services, 'commit' | 'db' | 'directory' | 'links'>

/** What the commands of an agent on a chat need. */
export function acting({ commit, directory, links }: Omit<Needs, 'db'>) {
  const onlooker = ({ account, agent }: SignedIn) => {
    const { safeUrl = [] } = directory.account(account)?.settings ?? {}
    return { account, agent: agent.id, links, safeUrl }
  }

  /** The agent of a command that is refused in chats of other agents, unless the agent's role allows it. */
  const personFor = (who: SignedIn) => ({
    agent: personOf(who),
    anyone: isAllowed(standingOf(who.agent), 'chat.others'), // guard T18
  })

  async function act(who: SignedIn, chat: ChatRead, command: Command): Promise<ChatForMe> {
    const done = await commit({ account: who.account, target: { chat: chat.id }, command })
    if (done.kind !== 'done' || !done.state) throw new Error('a command without a key is not repeated')
    const { state, visitor } = done
    return toChatForMe({ ...chat, state, visitor }, onlooker(who))
  }

  return { onlooker, personFor, act }
}

/** The inbox, a chat and its history, and the commands of an agent on a chat. */
export function chatRoutes(app: Api, services: Needs & Pick<Services, 'clock' | 'rates'>): void {
  const { clock, db, directory, rates } = services
  const { onlooker, personFor, act } = acting(services)

  serve(app, CHAT_ROUTES, {
    async listChats({ who, query: { state = 'open', view = 'all', after, limit = 50, ...conditions } }) {
      const scope = scopeOf(directory, who.agent)
      const [field] = Object.keys(conditions)
      if (state === 'closed' && field !== undefined)
        throw new Invalid(`/${field}`, { reason: 'not_beside', field: 'state' })
      const filter = toInboxFilter(conditions, clock.now())
      const page = await db.asAccount(who.account, (tx) =>
        readInbox(tx, scope, state === 'closed' ? 'closed' : view, { after: parseCursor(after), limit, ...filter }),
      )
      return {
        chats: page.chats.map((chat) => toChatForMe(chat, onlooker(who))),
        next: page.next && toCursor(page.next),
      }
    },
    readChat: async ({ who, params, may }) =>
      toWholeChat(await findChat(services, who, params.chat, may), onlooker(who)),
    async readEntries({ who, params: { chat }, query: { after, before = NEWEST, limit = 200 }, may }) {
      meter(rates, who.account, who.agent.id, READING)
      await findChat(services, who, chat, may)
      return db.asAccount(who.account, async (tx) => {
        const stretch = after === undefined ? { before } : { after }
        const { entries, more } = await readEntries(tx, who.account, chat, { ...stretch, limit })
        const found = await readMedia(tx, who.account, chat, entries)
        return { entries: entries.map((entry) => toShown(entry, chat, found, onlooker(who))), more }
      })
    },
    async acceptChat({ who, params, body: { takeOver = false }, may }) {
      const chat = await findChat(services, who, params.chat, may)
      return act(who, chat, { type: 'agent.accept', agent: personOf(who), takeOver })
    },
    async closeChat({ who, params, body, may }) {
      const chat = await findChat(services, who, params.chat, may)
      return act(who, chat, { type: 'agent.close', ...personFor(who), ...body })
    },
    async keepOpen({ who, params, may }) {
      const chat = await findChat(services, who, params.chat, may)
      return act(who, chat, { type: 'agent.keep-open', ...personFor(who) })
    },
    async assignChat({ who, params, body: { link }, may }) {
      const chat = await findChat(services, who, params.chat, may)
      return act(who, chat, { type: 'agent.assign', agent: personOf(who), link })
    },
    async blockVisitor({ who, params, may }) {
      const chat = await findChat(services, who, params.chat, may)
      return act(who, chat, { type: 'agent.block', ...personFor(who) })
    },
    async unblockVisitor({ who, params, may }) {
      const chat = await findChat(services, who, params.chat, may)
      return act(who, chat, { type: 'agent.unblock', agent: personOf(who) })
    },
    async leaveChat({ who, params, may }) {
      const chat = await findChat(services, who, params.chat, may)
      return act(who, chat, { type: 'agent.leave', ...personFor(who) })
    },
  })
}
