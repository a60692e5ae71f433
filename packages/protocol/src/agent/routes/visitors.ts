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
      'With somebody who is on the site and has no open chat. It is yours, and your text is its first message.',
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

/** Erasing what the desk knows of a person. */
export const ERASURE_ROUTES = {
  eraseVisitor: route({
    method: 'DELETE',
    path: '/visitors/:visitor',
    tag,
    summary: 'Erase what is known of a visitor',
    description:
      'Owners and admins; for good. Their name, address and all fields, what was said in their chats and sent with it, what the archive finds them by, their events and deliveries. The chats stay, empty, with their numbers, times, agents and ratings; an open one is closed, and nobody outside is told. What left the desk before, by mail or to other servers, is out of its reach. Should they write again, they are somebody new, and not blocked. With much to remove the answer is 202: nothing of it can be read any more, and the desk goes on removing it, also after a restart. `GET /api/visitors/{visitor}/erasure` says how far it is. The same request again joins the erasure that is running.',
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
