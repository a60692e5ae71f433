import { HandledBody, OfflineMessage, OfflinePage, OfflineQuery } from '../offline.ts'
import { OfflinePath } from './paths.ts'
import { route } from './route.ts'

const tag = 'Offline messages'

/** Messages that were left while no agent was online. */
export const OFFLINE_ROUTES = {
  listOfflineMessages: route({
    method: 'GET',
    path: '/offline-messages',
    tag,
    summary: 'List messages that were left',
    description:
      'Newest first. Each is said in a chat too, and answered there; you see those of the chats that you see.',
    may: 'chat.see',
    query: OfflineQuery,
    answers: { 200: OfflinePage },
  }),
  handleOfflineMessage: route({
    method: 'POST',
    path: '/offline-messages/:message/handled',
    tag,
    summary: 'Say that a message was dealt with, or that it was not',
    description: 'Who said so first, and when, is kept.',
    may: 'offline.handle',
    params: OfflinePath,
    body: HandledBody,
    answers: { 200: OfflineMessage },
  }),
}
