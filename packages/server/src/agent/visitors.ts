import { OnSiteList, StartBody, Started } from '@deskbell/protocol/agent/chat'
import { Strict } from '@deskbell/protocol/shapes'
import { cleanText } from '@deskbell/protocol/text'
import { Type } from 'typebox'
import { CommitRefused } from '../chat/input.ts'
import { Refused } from '../errors.ts'
import { notFound } from '../office/office.ts'
import { allow } from '../office/policy.ts'
import type { AgentDoor, Api } from './door.ts'
import { whoAsks } from './guard.ts'
import { checkText, personOf } from './messages.ts'
import { aboutChat, maySee } from './sight.ts'

/** Nobody looks through more of them: the newest. */
const SHOWN_MAX = 1000
const VisitPath = Strict({ visit: Type.String({ pattern: '^[A-Za-z0-9_-]{8,64}$' }) })

/** Visitors who are on the site now, and chats that agents begin with them. */
export function visitorRoutes(app: Api, door: AgentDoor): void {
  const { visitors, directory } = door

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
      const who = whoAsks(request)
      const seen = visitors
        .list(who.account)
        .filter(({ channel }) => maySee(directory, who.agent, { channel, holder: null }))
      return { visitors: seen.toSorted((a, b) => b.since - a.since).slice(0, SHOWN_MAX) }
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
      const found = visitors.list(who.account).find((one) => one.visit === visit)
      const place = { channel: found?.channel ?? 0, holder: null }
      if (!found || !maySee(directory, who.agent, place)) throw notFound('visitor')
      allow(who.agent, 'chat.write', aboutChat(directory, who.account, place))
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
}
