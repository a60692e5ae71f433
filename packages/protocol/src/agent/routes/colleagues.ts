import { ChatForMe } from '../chat.ts'
import { DeclineBody, OfferBody } from '../chat-bodies.ts'
import { ChatPath } from './paths.ts'
import { route } from './route.ts'

const tag = 'Chats'

/** Chats that are offered to a colleague, and colleagues who write in a chat, too. */
export const COLLEAGUE_ROUTES = {
  offerChat: route({
    method: 'PUT',
    path: '/chats/:chat/offer',
    tag,
    summary: 'Offer a chat to a colleague',
    description:
      'The colleague has two minutes to accept it with `accept`, which then needs no `takeOver`, or to decline it. Until then the chat stays as it is. An offer that is declined or not answered leaves the chat with its holder; when that agent made the offer and is not online, the chat goes into the queue. A new offer replaces the one before. Allowed to the agent who holds the chat, to any agent while no agent holds it, and to owners and admins.',
    may: 'chat.close',
    params: ChatPath,
    body: OfferBody,
    answers: { 200: ChatForMe },
  }),
  withdrawOffer: route({
    method: 'DELETE',
    path: '/chats/:chat/offer',
    tag,
    summary: 'Withdraw the offer of a chat',
    description: 'A chat that is not offered stays as it is.',
    may: 'chat.close',
    params: ChatPath,
    answers: { 200: ChatForMe },
  }),
  askColleague: route({
    method: 'POST',
    path: '/chats/:chat/colleagues',
    tag,
    summary: 'Ask a colleague to write in a chat, too',
    description:
      'The colleague joins or declines. Allowed to the agent who holds the chat, to those who write beside them, and to owners and admins. At most ten colleagues write in a chat or are asked to.',
    may: 'chat.close',
    params: ChatPath,
    body: OfferBody,
    answers: { 200: ChatForMe },
  }),
  joinChat: route({
    method: 'POST',
    path: '/chats/:chat/join',
    tag,
    summary: 'Write in a chat beside the agent who holds it',
    description:
      'Allowed to agents who were asked to, and to owners and admins. Leave the chat with `leave`. A chat that no agent holds is accepted instead.',
    may: 'chat.write',
    params: ChatPath,
    answers: { 200: ChatForMe },
  }),
  declineChat: route({
    method: 'POST',
    path: '/chats/:chat/decline',
    tag,
    summary: 'Decline a chat that is offered to you, or one in which you were asked to write',
    description: 'Refused as `not_offered` when neither is the case, or no longer.',
    may: 'chat.write',
    params: ChatPath,
    body: DeclineBody,
    answers: { 200: ChatForMe },
  }),
}
