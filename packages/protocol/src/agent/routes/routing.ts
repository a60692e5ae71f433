import { LiveView } from '../live.ts'
import { Routing, RoutingChange, RoutingTurn } from '../routing.ts'
import { ReplayStarted, RoutingReplay } from '../routing-replay.ts'
import { RoutingReplayPath, RoutingTurnPath } from './paths.ts'
import { route } from './route.ts'

const tag = 'Routing'

/** How chats find an agent, and why one got a chat. */
export const ROUTING_ROUTES = {
  readRouting: route({
    method: 'GET',
    path: '/routing',
    tag,
    summary: 'Read how chats find an agent',
    description: 'The policy of a department comes before that of the channel, and that before the one of the account.',
    may: 'routing.see',
    answers: { 200: Routing },
  }),
  changeRouting: route({
    method: 'PATCH',
    path: '/routing',
    tag,
    summary: 'Change how chats find an agent',
    description: 'Owners and admins. Fields that are left out stay unchanged; lists are replaced.',
    may: 'routing.change',
    body: RoutingChange,
    answers: { 200: Routing },
  }),
  startReplay: route({
    method: 'POST',
    path: '/routing/replays',
    tag,
    summary: 'See what changed settings would have done',
    description:
      'Owners and admins. Takes the body of `PATCH /api/routing`, changes nothing, and replays how visitors waited for agents in the last month, or since the server records it. A later replay replaces an earlier one.',
    may: 'routing.change',
    body: RoutingChange,
    answers: { 202: ReplayStarted },
  }),
  readReplay: route({
    method: 'GET',
    path: '/routing/replays/:replay',
    tag,
    summary: 'Read a replay',
    description:
      'Owners and admins. `real`: what happened; `current`: what the present settings do with the same chats; `changed`: what the changed ones do. Agents are assumed to accept what they are given while they were online, and chats to last as long as they did. With the policy `everybody`, a free agent takes the chat that waits longest.',
    may: 'routing.change',
    params: RoutingReplayPath,
    answers: { 200: RoutingReplay },
  }),
  readLive: route({
    method: 'GET',
    path: '/live',
    tag,
    summary: 'Read what happens now',
    description:
      'Owners and admins. Who is online and has how many chats, who waits, and the chats that nobody who is online can see or answer.',
    may: 'routing.see',
    answers: { 200: LiveView },
  }),
  readRoutingTurn: route({
    method: 'GET',
    path: '/routing/turns/:turn',
    tag,
    summary: 'Read what a decision of the router was made from',
    description:
      'Owners and admins. An entry `chat.routed` or `chat.overflowed` names its turn. Turns are kept for 35 days.',
    may: 'routing.change',
    params: RoutingTurnPath,
    answers: { 200: RoutingTurn },
  }),
}
