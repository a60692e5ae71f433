import { OnSiteList, StartBody, Started } from '../chat.ts'
import { LastErasure, VisitorErased, VisitorErasure } from '../visitor-erased.ts'
import { VisitorRules } from '../visitor-rules.ts'
import { VisitorPath, VisitPath } from './paths.ts'
import { route } from './route.ts'

const tag = 'Visitors'

/** Visitors who are on the site now, and chats that agents begin with them. */
export const VISITOR_ROUTES = {
  listVisitors: route({
    method: 'GET',
    path: '/visitors',
    tag,
    summary: 'List the visitors on the site',
    description: 'Open pages with a widget, of the channels that you see: the newest thousand.',
    may: 'chat.see',
    answers: { 200: OnSiteList },
  }),
  beginChat: route({
    method: 'POST',
    path: '/visitors/:visit/chat',
    tag,
    summary: 'Start a chat',
    description:
      'Starts a chat with a visitor who is on the site and has no open chat. The chat is assigned to you, and your text is its first message.',
    may: 'chat.write',
    params: VisitPath,
    body: StartBody,
    answers: { 200: Started },
  }),
  readVisitorRules: route({
    method: 'GET',
    path: '/visitors/:visit/rules',
    tag,
    summary: 'Read the state of a page’s trigger rules',
    description:
      'For each trigger rule of the page: its unmet conditions, and other reasons why it does not fire. The page reports this itself; the server waits two seconds for the report.',
    may: 'chat.write',
    params: VisitPath,
    answers: { 200: VisitorRules },
  }),
}

/** Erasing the personal data of a visitor. */
export const ERASURE_ROUTES = {
  eraseVisitor: route({
    method: 'DELETE',
    path: '/visitors/:visitor',
    tag,
    summary: 'Erase the data of a visitor',
    description:
      'Owners and admins. The erased data cannot be restored. Erases the name, the addresses and all fields of the visitor, the messages and files of their chats, their records in the archive, their events and deliveries. The chats stay, empty, with their numbers, times, agents and ratings; an open chat is closed, and no webhook or bot is notified. Copies that were sent before, by mail or to other servers, are not erased. If the visitor writes again, they are a new visitor, not blocked. When there is much to remove, the answer is 202: the data can no longer be read, and the server continues to remove it, also after a restart. `GET /api/visitors/{visitor}/erasure` has the progress. The same request during an erasure joins it.',
    may: 'visitor.erase',
    params: VisitorPath,
    answers: { 200: VisitorErased, 202: VisitorErasure },
  }),
  readErasure: route({
    method: 'GET',
    path: '/visitors/:visitor/erasure',
    tag,
    summary: 'Read the progress of erasing a visitor',
    description:
      'Owners and admins. The running erasure, or the last one. `null` when there is none, or when it ended more than a day ago.',
    may: 'visitor.erase',
    params: VisitorPath,
    answers: { 200: LastErasure },
  }),
}
