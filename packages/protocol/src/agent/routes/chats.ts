import {
  AcceptBody,
  ChatForMe,
  ChatsPage,
  ChatsQuery,
  EntriesPage,
  EntriesQuery,
  ReadBody,
  TypingBody,
} from '../chat.ts'
import { EarlierPage, EarlierQuery } from '../earlier.ts'
import { CrmLink } from '../webhook.ts'
import { ChatPath } from './paths.ts'
import { route } from './route.ts'

const tag = 'Chats'

/** The inbox, a chat and its history, and what an agent does with a chat. */
export const CHAT_ROUTES = {
  listChats: route({
    method: 'GET',
    path: '/chats',
    tag,
    summary: 'List chats',
    description:
      'Open chats as `waiting` (no agent has accepted them; longest wait first), `mine`, or `all` (newest activity first), or closed ones (newest first). Only chats that the agent may see: owners and admins see all, others those of their channels and those they hold.',
    may: 'chat.see',
    query: ChatsQuery,
    answers: { 200: ChatsPage },
  }),
  readChat: route({
    method: 'GET',
    path: '/chats/:chat',
    tag,
    summary: 'Read a chat',
    may: 'chat.see',
    params: ChatPath,
    answers: { 200: ChatForMe },
  }),
  readEntries: route({
    method: 'GET',
    path: '/chats/:chat/entries',
    tag,
    summary: 'Read what happened in a chat',
    description: 'Entries past `after` or before `before`, always oldest first. Without either, the newest ones.',
    may: 'chat.see',
    params: ChatPath,
    query: EntriesQuery,
    answers: { 200: EntriesPage },
  }),
  acceptChat: route({
    method: 'POST',
    path: '/chats/:chat/accept',
    tag,
    summary: 'Accept a chat',
    description: 'Refused as `taken` while another agent holds it, unless `takeOver` is true.',
    may: 'chat.accept',
    params: ChatPath,
    body: AcceptBody,
    answers: { 200: ChatForMe },
  }),
  closeChat: route({
    method: 'POST',
    path: '/chats/:chat/close',
    tag,
    summary: 'Close a chat',
    description: 'A closed chat is not opened again: when the visitor writes, a new one begins.',
    may: 'chat.close',
    params: ChatPath,
    answers: { 200: ChatForMe },
  }),
  assignChat: route({
    method: 'POST',
    path: '/chats/:chat/assign',
    tag,
    summary: 'Bind a chat to a card of the CRM',
    description: 'To a link that a webhook answered with (C14); webhooks are told by `chat_assigned`, once.',
    may: 'chat.write',
    params: ChatPath,
    body: CrmLink,
    answers: { 200: ChatForMe },
  }),
  blockVisitor: route({
    method: 'POST',
    path: '/chats/:chat/block',
    tag,
    summary: 'Block the visitor of a chat',
    description: 'The chat ends, and messages from its visitor are refused until an agent unblocks them.',
    may: 'chat.close',
    params: ChatPath,
    answers: { 200: ChatForMe },
  }),
  unblockVisitor: route({
    method: 'POST',
    path: '/chats/:chat/unblock',
    tag,
    summary: 'Unblock the visitor of a chat',
    description: 'Their next message opens a new chat.',
    may: 'chat.close',
    params: ChatPath,
    answers: { 200: ChatForMe },
  }),
  leaveChat: route({
    method: 'POST',
    path: '/chats/:chat/leave',
    tag,
    summary: 'Put a chat back into the queue',
    description: 'Allowed to the agent who holds it, and to owners and admins. The bot does not get it back.',
    may: 'chat.close',
    params: ChatPath,
    answers: { 200: ChatForMe },
  }),
}

/** What an agent signals without an entry. */
export const SIGNAL_ROUTES = {
  sayTyping: route({
    method: 'POST',
    path: '/chats/:chat/typing',
    tag,
    summary: 'Say that the agent types',
    description: 'Passed on at most once in three seconds, and forgotten by itself ten seconds later.',
    may: 'chat.write',
    params: ChatPath,
    body: TypingBody,
    answers: { 204: null },
  }),
  markRead: route({
    method: 'POST',
    path: '/chats/:chat/read',
    tag,
    summary: 'Say how far the agent has read',
    description: 'Never goes back. What is unread is `received` less `seen` of a chat.',
    may: 'chat.read',
    params: ChatPath,
    body: ReadBody,
    answers: { 204: null },
  }),
}

/** What was said with a visitor in other chats, beside a chat with them. */
export const EARLIER_ROUTES = {
  listEarlier: route({
    method: 'GET',
    path: '/chats/:chat/earlier',
    tag,
    summary: 'List the other chats of the visitor',
    description:
      'Newest first, twenty at a time; `before` is the last of the page before. Only chats that you may see. What was said in one is read with its entries.',
    may: 'chat.see',
    params: ChatPath,
    query: EarlierQuery,
    answers: { 200: EarlierPage },
  }),
}
