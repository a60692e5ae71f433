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
    summary: 'Who is on the site',
    description: 'Pages with a widget that are open now, of the channels that you see: the newest thousand.',
    may: 'chat.see',
    answers: { 200: OnSiteList },
  }),
  beginChat: route({
    method: 'POST',
    path: '/visitors/:visit/chat',
    tag,
    summary: 'Begin a chat',
    description:
      'With a visitor who is on the site and has no open chat. The chat is assigned to you, and your text is its first message.',
    may: 'chat.write',
    params: VisitPath,
    body: StartBody,
    answers: { 200: Started },
  }),
  readVisitorRules: route({
    method: 'GET',
    path: '/visitors/:visit/rules',
    tag,
    summary: 'Ask a page why no rule has fired',
    description:
      'How each trigger rule of the page stands now, as the page says: what it waits for, and what stands in its way. A page that says nothing is waited for two seconds.',
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
    summary: 'Erase what is known of a visitor',
    description:
      'Owners and admins; for good. Their name, address and all fields, what was said in their chats and sent with it, what the archive finds them by, their events and deliveries. The chats stay, empty, with their numbers, times, agents and ratings; an open one is closed, and no webhook or bot is notified. What was sent before, by mail or to other servers, is not erased there. If they write again, they are a new visitor, not blocked. With much to remove the answer is 202: the data can no longer be read, and the server continues to remove it, also after a restart. `GET /api/visitors/{visitor}/erasure` says how far it is. The same request again joins the erasure that is running.',
    may: 'visitor.erase',
    params: VisitorPath,
    answers: { 200: VisitorErased, 202: VisitorErasure },
  }),
  readErasure: route({
    method: 'GET',
    path: '/visitors/:visitor/erasure',
    tag,
    summary: 'See how far erasing a visitor has come',
    description:
      'Owners and admins. Of the erasure that is running, or of the last one. `null` when there is none, and from a day after its end.',
    may: 'visitor.erase',
    params: VisitorPath,
    answers: { 200: LastErasure },
  }),
}
