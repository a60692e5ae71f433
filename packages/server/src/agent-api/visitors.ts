import { OnSiteList, StartBody, Started } from '@deskbell/protocol/agent/chat'
import { VisitorRules } from '@deskbell/protocol/agent/visitor-rules'
import { Strict } from '@deskbell/protocol/shapes'
import { cleanText } from '@deskbell/protocol/text'
import { Type } from 'typebox'
import { CommitRefused } from '../conversation/commit/input.ts'
import { Refused } from '../platform/errors.ts'
import { notFound } from '../settings/change.ts'
import { allow } from '../identity/permissions.ts'
import type { AgentServices, Api } from './services.ts'
import { whoAsks } from './guard.ts'
import { checkText, personOf } from './messages.ts'
import { aboutChat, maySee } from './access.ts'
import type { SignedIn } from './signed-in.ts'

/** Nobody looks through more of them: the newest. */
const SHOWN_MAX = 1000
const VisitPath = Strict({ visit: Type.String({ pattern: '^[A-Za-z0-9_-]{22}$' }) })

/** Visitors who are on the site now, and chats that agents begin with them. */
export function visitorRoutes(app: Api, services: AgentServices): void {
  const { visitors, directory } = services

  /** A page that somebody wants to write to or look at. One that they may not see is one that is not there (T17, T18). */
  function checkPage({ account, agent }: SignedIn, visit: string): void {
    const channel = visitors.channelOf(account, visit)
    if (channel === undefined) throw notFound('visitor')
    const place = { channel, holder: null }
    if (!maySee(directory, agent, place)) throw notFound('visitor')
    allow(agent, 'chat.write', aboutChat(directory, account, place))
  }

  app.get(
    '/visitors',
    {
      schema: {
        tags: ['Visitors'],
        summary: 'Who is on the site',
        description: 'Pages with a widget that are open now, of the channels that you see: the newest thousand.',
        response: { 200: OnSiteList },
      },
    },
    (request) => {
      const { account, agent } = whoAsks(request)
      const seen = new Map<number, boolean>()
      const sees = (channel: number): boolean => {
        const known = seen.get(channel) ?? maySee(directory, agent, { channel, holder: null })
        seen.set(channel, known)
        return known
      }
      return { visitors: visitors.list(account, sees, SHOWN_MAX) }
    },
  )

  app.post(
    '/visitors/:visit/chat',
    {
      schema: {
        tags: ['Visitors'],
        summary: 'Begin a chat',
        description:
          'With somebody who is on the site and has no open chat. It is yours, and your text is its first message.',
        params: VisitPath,
        body: StartBody,
        response: { 200: Started },
      },
    },
    async (request) => {
      const who = whoAsks(request)
      const { visit } = request.params
      const text = checkText(cleanText(request.body.text))
      checkPage(who, visit)
      try {
        const chat = await visitors.start(who.account, visit, personOf(who), text)
        if (chat === undefined) throw notFound('visitor')
        return { chat }
      } catch (error) {
        if (error instanceof CommitRefused && error.code === 'taken')
          throw new Refused('taken', 'This visitor has an open chat: answer there.')
        throw error
      }
    },
  )

  app.get(
    '/visitors/:visit/rules',
    {
      schema: {
        tags: ['Visitors'],
        summary: 'Ask a page why no rule has fired',
        description:
          'How each trigger rule of the page stands now, as the page says: what it waits for, and what stands in its way. A page that says nothing is waited for two seconds.',
        params: VisitPath,
        response: { 200: VisitorRules },
      },
    },
    async (request) => {
      const who = whoAsks(request)
      const { visit } = request.params
      checkPage(who, visit)
      const rules = await visitors.rules(who.account, visit)
      if (!rules) throw notFound('visitor')
      return rules
    },
  )
}
