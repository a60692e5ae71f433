import { HandledBody, OfflineMessage, OfflinePage, OfflineQuery } from '../offline.ts'
import { OfflinePath } from './paths.ts'
import { route } from './route.ts'

const tag = 'Offline messages'

/** Messages that visitors left while no agent was online. */
export const OFFLINE_ROUTES = {
  listOfflineMessages: route({
    method: 'GET',
    path: '/offline-messages',
    tag,
    summary: 'List offline messages',
    description:
      'Newest first. Each is also a message in a chat, where agents answer it. You see the messages of the chats that you may see.',
    may: 'chat.see',
    query: OfflineQuery,
    answers: { 200: OfflinePage },
  }),
  handleOfflineMessage: route({
    method: 'POST',
    path: '/offline-messages/:message/handled',
    tag,
    summary: 'Mark an offline message as handled or not handled',
    description: 'The server keeps which agent marked it first, and when.',
    may: 'offline.handle',
    params: OfflinePath,
    body: HandledBody,
    answers: { 200: OfflineMessage },
  }),
}
