import {
  AcceptBody,
  ChatForMe,
  ChatsPage,
  ChatsQuery,
  EntriesPage,
  EntriesQuery,
  ReadBody,
  TypingBody,
} from '@deskbell/protocol/agent/chat'
import type { Command } from '@deskbell/rules'
import { toShown } from '../conversation/read/to-entry.ts'
import { toChatForMe, toWholeChat } from '../conversation/read/to-chat.ts'
import type { ChatRead } from '../conversation/read/chat-row.ts'
import { readEntries } from '../conversation/read/entries.ts'
import { readInbox } from '../conversation/read/inbox.ts'
import { readMedia } from '../conversation/read/media.ts'
import type { AgentServices, Api } from './services.ts'
import { whoAsks } from './guard.ts'
import { meter, READING } from './meter.ts'
import { parseCursor, toCursor } from './page.ts'
import { CrmLink } from '@deskbell/protocol/agent/webhook'
import { ChatPath, Nothing } from './shapes.ts'
import type { TypingAndReceipts } from './socket/typing-and-receipts.ts'
import { findChat, scopeOf } from './access.ts'
import type { SignedIn } from './signed-in.ts'

const NEWEST = 2 ** 31 - 1

/** The inbox, a chat and its history, and what an agent does with a chat. */
export function chatRoutes(app: Api, services: AgentServices, typingAndReceipts: TypingAndReceipts): void {
  const { db, directory, commit, links, rates } = services

  const onlooker = ({ account, agent }: SignedIn) => {
    const { safeUrl = [] } = directory.account(account)?.settings ?? {}
    return { account, agent: agent.id, links, safeUrl }
  }

  app.get(
    '/chats',
    {
      schema: {
        tags: ['Chats'],
        summary: 'List chats',
        description:
          'Open chats as `waiting` (nobody has accepted them; who waits longest comes first), `mine`, or `all` (newest activity first), or closed ones (newest first). Only chats that the agent may see: owners and admins see all, others those of their channels and those they hold.',
        querystring: ChatsQuery,
        response: { 200: ChatsPage },
      },
    },
    async (request) => {
      const who = whoAsks(request)
      const { state = 'open', view = 'all', after, limit = 50 } = request.query
      const scope = scopeOf(directory, who.agent)
      const page = await db.asAccount(who.account, (tx) =>
        readInbox(tx, scope, state === 'closed' ? 'closed' : view, parseCursor(after), limit),
      )
      return {
        chats: page.chats.map((chat) => toChatForMe(chat, onlooker(who))),
        next: page.next && toCursor(page.next),
      }
    },
  )

  app.get(
    '/chats/:chat',
    { schema: { tags: ['Chats'], summary: 'Read a chat', params: ChatPath, response: { 200: ChatForMe } } },
    async (request) => {
      const who = whoAsks(request)
      return toWholeChat(await findChat(services, who, request.params.chat, 'chat.see'), onlooker(who))
    },
  )

  app.get(
    '/chats/:chat/entries',
    {
      schema: {
        tags: ['Chats'],
        summary: 'Read what happened in a chat',
        description: 'Entries past `after` or before `before`, always oldest first. Without either, the newest ones.',
        params: ChatPath,
        querystring: EntriesQuery,
        response: { 200: EntriesPage },
      },
    },
    async (request) => {
      const who = whoAsks(request)
      const { chat } = request.params
      const { after, before = NEWEST, limit = 200 } = request.query
      meter(rates, who.account, who.agent.id, READING)
      await findChat(services, who, chat, 'chat.see')
      return db.asAccount(who.account, async (tx) => {
        const stretch = after === undefined ? { before } : { after }
        const { entries, more } = await readEntries(tx, who.account, chat, stretch, limit)
        const found = await readMedia(tx, who.account, chat, entries)
        return { entries: entries.map((entry) => toShown(entry, chat, found, onlooker(who))), more }
      })
    },
  )

  app.post(
    '/chats/:chat/accept',
    {
      schema: {
        tags: ['Chats'],
        summary: 'Accept a chat',
        description: 'Refused as `taken` while another agent holds it, unless `takeOver` is true.',
        params: ChatPath,
        body: AcceptBody,
        response: { 200: ChatForMe },
      },
    },
    async (request) => {
      const who = whoAsks(request)
      const { id, name } = who.agent
      const chat = await findChat(services, who, request.params.chat, 'chat.accept')
      return act(who, chat, { type: 'agent.accept', agent: { id, name }, takeOver: request.body.takeOver ?? false })
    },
  )

  app.post(
    '/chats/:chat/close',
    {
      schema: {
        tags: ['Chats'],
        summary: 'Close a chat',
        description: 'A closed chat is not opened again: when the visitor writes, a new one begins.',
        params: ChatPath,
        response: { 200: ChatForMe },
      },
    },
    async (request) => {
      const who = whoAsks(request)
      const { id, name, role } = who.agent
      const chat = await findChat(services, who, request.params.chat, 'chat.close')
      return act(who, chat, { type: 'agent.close', agent: { id, name }, anyone: role !== 'agent' })
    },
  )

  app.post(
    '/chats/:chat/assign',
    {
      schema: {
        tags: ['Chats'],
        summary: 'Bind a chat to a card of the CRM',
        description: 'To a link that a webhook answered with (C14); webhooks are told by `chat_assigned`, once.',
        params: ChatPath,
        body: CrmLink,
        response: { 200: ChatForMe },
      },
    },
    async (request) => {
      const who = whoAsks(request)
      const { id, name } = who.agent
      const chat = await findChat(services, who, request.params.chat, 'chat.write')
      return act(who, chat, { type: 'agent.assign', agent: { id, name }, link: request.body.link })
    },
  )

  app.post(
    '/chats/:chat/block',
    {
      schema: {
        tags: ['Chats'],
        summary: 'Block the visitor of a chat',
        description: 'The chat ends, and nothing more is taken from its visitor until somebody unblocks them.',
        params: ChatPath,
        response: { 200: ChatForMe },
      },
    },
    async (request) => {
      const who = whoAsks(request)
      const { id, name, role } = who.agent
      const chat = await findChat(services, who, request.params.chat, 'chat.close')
      return act(who, chat, { type: 'agent.block', agent: { id, name }, anyone: role !== 'agent' })
    },
  )

  app.post(
    '/chats/:chat/unblock',
    {
      schema: {
        tags: ['Chats'],
        summary: 'Unblock the visitor of a chat',
        description: 'Their next message opens a new chat.',
        params: ChatPath,
        response: { 200: ChatForMe },
      },
    },
    async (request) => {
      const who = whoAsks(request)
      const { id, name } = who.agent
      const chat = await findChat(services, who, request.params.chat, 'chat.close')
      return act(who, chat, { type: 'agent.unblock', agent: { id, name } })
    },
  )

  app.post(
    '/chats/:chat/leave',
    {
      schema: {
        tags: ['Chats'],
        summary: 'Put a chat back into the queue',
        description: 'Whoever holds it, owners and admins may. The bot does not get it back.',
        params: ChatPath,
        response: { 200: ChatForMe },
      },
    },
    async (request) => {
      const who = whoAsks(request)
      const { id, name, role } = who.agent
      const chat = await findChat(services, who, request.params.chat, 'chat.close')
      return act(who, chat, { type: 'agent.leave', agent: { id, name }, anyone: role !== 'agent' })
    },
  )

  async function act(who: SignedIn, chat: ChatRead, command: Command): Promise<ChatForMe> {
    const done = await commit({ account: who.account, target: { chat: chat.id }, command })
    if (done.kind !== 'done' || !done.state) throw new Error('a command without a key is not repeated')
    const { state, visitor } = done
    return toChatForMe({ ...chat, state, visitor }, onlooker(who))
  }

  app.post(
    '/chats/:chat/typing',
    {
      schema: {
        tags: ['Chats'],
        summary: 'Say that the agent types',
        description: 'Passed on at most once in three seconds, and forgotten by itself ten seconds later.',
        params: ChatPath,
        body: TypingBody,
        response: { 204: Nothing },
      },
    },
    async (request, reply) => {
      await typingAndReceipts.type(whoAsks(request), request.params.chat, request.body.on ?? true)
      return reply.code(204).send(null)
    },
  )

  app.post(
    '/chats/:chat/read',
    {
      schema: {
        tags: ['Chats'],
        summary: 'Say how far the agent has read',
        description: 'Never goes back. What is unread is `received` less `seen` of a chat.',
        params: ChatPath,
        body: ReadBody,
        response: { 204: Nothing },
      },
    },
    async (request, reply) => {
      await typingAndReceipts.read(whoAsks(request), { chat: request.params.chat, ...request.body })
      return reply.code(204).send(null)
    },
  )
}
