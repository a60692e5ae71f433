import { ChatForMe } from '../chat.ts'
import { HandOverBody, ScheduleBody, Sent, SnoozeBody } from '../chat-bodies.ts'
import { OnceHeaders } from './once.ts'
import { ChatPath, ScheduledPath } from './paths.ts'
import { route } from './route.ts'

/** Messages that wait to be sent. */
export const SCHEDULED_ROUTES = {
  scheduleMessage: route({
    method: 'POST',
    path: '/chats/:chat/scheduled',
    tag: 'Messages',
    summary: 'Send a message later',
    description:
      'A text that is sent at `at`, or that is held for `hold` so that you can take it back. Give one of them. At most 20 messages of a chat wait. Closing the chat sends held messages and cancels the others; blocking the visitor cancels all. `n` is the number of the entry `message.scheduled`.',
    may: 'chat.write',
    params: ChatPath,
    headers: OnceHeaders,
    body: ScheduleBody,
    answers: { 200: Sent },
  }),
  unscheduleMessage: route({
    method: 'DELETE',
    path: '/chats/:chat/scheduled/:message',
    tag: 'Messages',
    summary: 'Take a scheduled message back',
    description: 'Refused as `not_scheduled` once it was sent. `message` is its `id`.',
    may: 'chat.close',
    params: ScheduledPath,
    answers: { 200: ChatForMe },
  }),
  sendNow: route({
    method: 'POST',
    path: '/chats/:chat/scheduled/:message/send',
    tag: 'Messages',
    summary: 'Send a scheduled message now',
    may: 'chat.write',
    params: ScheduledPath,
    answers: { 200: ChatForMe },
  }),
}

/** Chats that wait for a time, and chats for colleagues. */
export const WAITING_ROUTES = {
  handOver: route({
    method: 'POST',
    path: '/chats/:chat/hand-over',
    tag: 'Chats',
    summary: 'Hand a chat over to a colleague or a department',
    description:
      'Allowed to the agent who holds the chat, to any agent while no agent holds it, and to owners and admins. Give one of two: `to`, an agent who answers on the channel of the chat, or an owner or admin; or `department`, for which the chat then waits in the queue. When you held the chat and no agent accepts it within five minutes, it returns to you, if you are online. To put the chat back into the queue, leave it.',
    may: 'chat.close',
    params: ChatPath,
    body: HandOverBody,
    answers: { 200: ChatForMe },
  }),
  snoozeChat: route({
    method: 'POST',
    path: '/chats/:chat/snooze',
    tag: 'Chats',
    summary: 'Snooze a chat',
    description: 'Puts your chat aside until a time or the next message of the visitor, whichever is first.',
    may: 'chat.write',
    params: ChatPath,
    body: SnoozeBody,
    answers: { 200: ChatForMe },
  }),
  wakeChat: route({
    method: 'POST',
    path: '/chats/:chat/wake',
    tag: 'Chats',
    summary: 'End the snooze of a chat',
    may: 'chat.close',
    params: ChatPath,
    answers: { 200: ChatForMe },
  }),
}
