import { ChatForMe, ChatsPage, ChatsQuery, EntriesPage, EntriesQuery } from '../chat.ts'
import { AcceptBody, CloseBody, ReadBody, TypingBody } from '../chat-bodies.ts'
import { EarlierPage, EarlierQuery } from '../earlier.ts'
import { CrmLink } from '../webhook.ts'
import { ChatPath } from './paths.ts'
import { route } from './route.ts'

const tag = 'Chats'

/** The inbox, a chat and its entries, and the actions of agents on a chat. */
export const CHAT_ROUTES = {
  listChats: route({
    method: 'GET',
    path: '/chats',
    tag,
    summary: 'List chats',
    description:
      'Open chats as `waiting` (no agent has accepted them; longest wait first), `mine` (also those that are offered to you, or in which you write or were asked to), `snoozed` (yours too, put aside), or `all` (newest activity first), or closed ones (newest first). Only chats that you may see: owners and admins see all chats, other agents those of their channels and those that they hold. Open chats can be filtered; closed ones with conditions are in the archive.',
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
    summary: 'Read the entries of a chat',
    description: 'Entries after `after` or before `before`, oldest first. Without either, the newest entries.',
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
    description:
      'Refused as `taken` while another agent holds it, unless `takeOver` is true or the chat is offered to you.',
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
    description:
      'A closed chat is not reopened: the next message of the visitor starts a new chat. With `undoFor` the chat stays open for that time: keep it open to take the closing back. A message of the visitor takes it back too, also one that your client had not received when you closed (`received`).',
    may: 'chat.close',
    params: ChatPath,
    body: CloseBody,
    answers: { 200: ChatForMe },
  }),
  keepOpen: route({
    method: 'POST',
    path: '/chats/:chat/keep-open',
    tag,
    summary: 'Take the closing of a chat back',
    description: 'Refused as `chat_closed` once the chat is closed. A chat that is not closing stays as it is.',
    may: 'chat.close',
    params: ChatPath,
    answers: { 200: ChatForMe },
  }),
  assignChat: route({
    method: 'POST',
    path: '/chats/:chat/assign',
    tag,
    summary: 'Bind a chat to a card of the CRM',
    description: 'The card is a link from the answer of a webhook (C14). Webhooks receive `chat_assigned` once.',
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
    description: 'The chat is closed, and messages from its visitor are refused until an agent unblocks the visitor.',
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
    description:
      'Allowed to the agent who holds the chat, and to owners and admins. The chat does not return to the bot. An agent who writes beside the holder leaves the chat, which stays with the holder.',
    may: 'chat.close',
    params: ChatPath,
    answers: { 200: ChatForMe },
  }),
}

/** Signals of an agent that are not entries. */
export const SIGNAL_ROUTES = {
  sayTyping: route({
    method: 'POST',
    path: '/chats/:chat/typing',
    tag,
    summary: 'Signal that the agent is typing',
    description: 'The server forwards the signal at most once in three seconds; it expires after ten seconds.',
    may: 'chat.write',
    params: ChatPath,
    body: TypingBody,
    answers: { 204: null },
  }),
  markRead: route({
    method: 'POST',
    path: '/chats/:chat/read',
    tag,
    summary: 'Set how far the agent has read',
    description: 'The value never decreases. The number of unread messages of a chat is `received` minus `seen`.',
    may: 'chat.read',
    params: ChatPath,
    body: ReadBody,
    answers: { 204: null },
  }),
}

/** The other chats of a chat's visitor. */
export const EARLIER_ROUTES = {
  listEarlier: route({
    method: 'GET',
    path: '/chats/:chat/earlier',
    tag,
    summary: 'List the other chats of the visitor',
    description:
      'Newest first, twenty a page; `before` is the last chat of the previous page. Only chats that you may see. Read the messages of a chat with its entries.',
    may: 'chat.see',
    params: ChatPath,
    query: EarlierQuery,
    answers: { 200: EarlierPage },
  }),
}
