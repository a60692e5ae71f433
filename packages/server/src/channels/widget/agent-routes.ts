import type { Permission } from '@deskbell/protocol/agent/permissions'
import { VISITOR_ROUTES } from '@deskbell/protocol/agent/routes/visitors'
import { cleanText } from '@deskbell/protocol/text'
import { CommitRefused } from '../../conversation/commit/input.ts'
import { Refused } from '../../platform/errors.ts'
import { notFound } from '../../settings/change.ts'
import { allow } from '../../identity/permissions.ts'
import type { Api } from '../../agent-api/add-routes.ts'
import type { Place, Visitors } from './visitors.ts'
import type { Directory } from '../../settings/directory.ts'
import { serve } from '../../agent-api/serve.ts'
import { checkText, personOf } from '../../agent-api/messages.ts'
import { aboutChat, maySee } from '../../agent-api/access.ts'
import type { SignedIn } from '../../agent-api/signed-in.ts'

/** Visitors who are on the site now, and chats that agents start with them. */
export function visitorAgentRoutes(
  app: Api,
  { directory, visitors }: { readonly directory: Directory; readonly visitors: Visitors },
): void {
  /**
   * Finds a visitor's page on which an agent may act. A page that they may not see is refused like a missing one (T17,
   * T18).
   */
  async function findPage({ account, agent }: SignedIn, visit: string, may: Permission): Promise<Place> {
    const found = await visitors.find(account, visit)
    if (!found) throw notFound('visitor')
    const place = { channel: found.channel, holder: null }
    if (!maySee(directory, agent, place)) throw notFound('visitor')
    allow(agent, may, aboutChat(directory, account, place))
    return found
  }

  serve(app, VISITOR_ROUTES, {
    async listVisitors({ who: { account, agent } }) {
      const seen = new Map<number, boolean>()
      const sees = (channel: number): boolean => {
        const known = seen.get(channel) ?? maySee(directory, agent, { channel, holder: null })
        seen.set(channel, known)
        return known
      }
      return { visitors: await visitors.list(account, sees) }
    },
    async beginChat({ who, params: { visit }, body, may }) {
      const text = checkText(cleanText(body.text))
      const place = await findPage(who, visit, may)
      try {
        const chat = await visitors.start(place, { account: who.account, visit }, personOf(who), text)
        if (chat === undefined) throw notFound('visitor')
        return { chat }
      } catch (error) {
        if (error instanceof CommitRefused && error.code === 'taken')
          throw new Refused('taken', 'This visitor has an open chat: answer there.')
        throw error
      }
    },
    async readVisitorRules({ who, params: { visit }, may }) {
      const place = await findPage(who, visit, may)
      const rules = await visitors.rules(place, { account: who.account, visit })
      if (!rules) throw notFound('visitor')
      return rules
    },
  })
}
