import type { OnSite } from '@deskbell/protocol/agent/chat'
import type { VisitorRules } from '@deskbell/protocol/agent/visitor-rules'
import { LISTED_MAX } from '@deskbell/protocol/bus/rpc'
import type { Person } from '@deskbell/rules'
import { toSite } from '../../conversation/read/to-chat.ts'
import type { SessionRegistry } from './session-registry.ts'
import { Gone } from './invitation.ts'
import type { Services } from '../../services.ts'
import type { Session } from './session.ts'

/** Visitors who have a page with the widget open at this process. */
export interface PagesHere {
  /** The newest pages of the channels for which `sees` returns true, the newest first. */
  list(account: number, sees: (channel: number) => boolean): OnSite[]
  /** Where a page is, and since when (ms); undefined when it is not open here. */
  find(account: number, visit: string): { channel: number; since: number } | undefined
  /** Starts a chat. Resolves with its number; with undefined when the page is gone. Throws CommitRefused. */
  start(account: number, visit: string, agent: Person, text: string): Promise<number | undefined>
  /** The state of the visitor rules of a page, as the page reports it (W19); undefined when the page is gone. */
  rules(account: number, visit: string): Promise<VisitorRules | undefined>
}

type Needs = Pick<Services, 'directory'> & { readonly registry: Pick<SessionRegistry, 'sessions'> }

/** A duplicated tab has the same handle as the original; the newest page is used. */
export function makePagesHere({ directory, registry }: Needs): PagesHere {
  /** A scan is fast enough here; an index by handle would cost memory for every page. */
  const find = (account: number, visit: string): Session | undefined => {
    let newest: Session | undefined
    for (const session of registry.sessions)
      if (session.account === account && session.visit.handle === visit && session.visit.site) newest = session
    return newest
  }

  return {
    list(account, sees) {
      const pages = new Map<string, Session>()
      for (const session of registry.sessions)
        if (session.account === account && session.visit.site && sees(session.channelId))
          pages.set(session.visit.handle, session)
      return newestOf([...pages.values()]).flatMap(toOnSite)
    },
    find(account, visit) {
      const session = find(account, visit)
      return session && { channel: session.channelId, since: session.since }
    },
    async start(account, visit, agent, text) {
      const session = find(account, visit)
      if (!session) return undefined
      try {
        return await session.invitation.start(agent, text)
      } catch (error) {
        if (error instanceof Gone) return undefined
        throw error
      }
    },
    async rules(account, visit) {
      const session = find(account, visit)
      if (!session) return undefined
      const said = await session.rules.requestReports()
      if (said) return { answer: 'given', ...said }
      const channel = directory.channel(account, session.channelId)
      return { answer: channel?.widget?.rules.length ? 'silent' : 'no_rules', rules: [], left: 0 }
    },
  }
}

/** At most as many as are listed. */
export const newestOf = <T extends { readonly since: number }>(pages: readonly T[]): T[] =>
  pages.toSorted((a, b) => b.since - a.since).slice(0, LISTED_MAX)

function toOnSite({ channelId, since, visit: { handle, site }, chats: { stored, chat } }: Session): OnSite[] {
  if (!site) return []
  return [
    {
      visit: handle,
      channel: channelId,
      number: stored ? String(stored.number) : null,
      name: stored?.name ?? null,
      email: stored?.email ?? null,
      phone: stored?.phone ?? null,
      chat: chat ?? null,
      visits: stored?.visits ?? 1,
      since,
      site: toSite(site),
    },
  ]
}
