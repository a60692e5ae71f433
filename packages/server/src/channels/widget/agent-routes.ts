import type { Permission } from '@deskbell/protocol/agent/permissions'
import { VISITOR_ROUTES } from '@deskbell/protocol/agent/routes/visitors'
import { cleanText } from '@deskbell/protocol/text'
import { CommitRefused } from '../../conversation/commit/input.ts'
import { Refused } from '../../platform/errors.ts'
import { notFound } from '../../settings/change.ts'
import { allow } from '../../identity/permissions.ts'
import type { Api } from '../../agent-api/add-routes.ts'
import type { Visitors } from './on-site.ts'
import type { Directory } from '../../settings/directory.ts'
import { serve } from '../../agent-api/serve.ts'
import { checkText, personOf } from '../../agent-api/messages.ts'
import { aboutChat, maySee } from '../../agent-api/access.ts'
import type { SignedIn } from '../../agent-api/signed-in.ts'

/** How many visitors are listed at most, the newest first. */
const SHOWN_MAX = 1000

/** Visitors who are on the site now, and chats that agents start with them. */
export function visitorAgentRoutes(
  app: Api,
  { directory, visitors }: { readonly directory: Directory; readonly visitors: Visitors },
): void {
  /**
   * Checks that an agent may act on a visitor's page. A page that they may not see is refused like a missing one (T17,
   * T18).
   */
  function checkPage({ account, agent }: SignedIn, visit: string, may: Permission): void {
    const channel = visitors.channelOf(account, visit)
    if (channel === undefined) throw notFound('visitor')
    const place = { channel, holder: null }
    if (!maySee(directory, agent, place)) throw notFound('visitor')
    allow(agent, may, aboutChat(directory, account, place))
  }

  serve(app, VISITOR_ROUTES, {
    listVisitors({ who: { account, agent } }) {
      const seen = new Map<number, boolean>()
      const sees = (channel: number): boolean => {
        const known = seen.get(channel) ?? maySee(directory, agent, { channel, holder: null })
        seen.set(channel, known)
        return known
      }
      return { visitors: visitors.list(account, sees, SHOWN_MAX) }
    },
    async beginChat({ who, params: { visit }, body, may }) {
      const text = checkText(cleanText(body.text))
      checkPage(who, visit, may)
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
    async readVisitorRules({ who, params: { visit }, may }) {
      checkPage(who, visit, may)
      const rules = await visitors.rules(who.account, visit)
      if (!rules) throw notFound('visitor')
      return rules
    },
  })
}
