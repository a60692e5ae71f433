import type { ServerFrame } from '@deskbell/protocol/agent/socket'
import type { Directory } from '../../settings/directory.ts'
import { isAllowed, standingOf } from '../../identity/permissions.ts'
import { scopeOf } from '../access.ts'

/** What the directory has. The others are told by `realtime/data-changes.ts`. */
type Stale = Exclude<(ServerFrame & { type: 'stale' })['what'], 'contacts' | 'tasks' | 'views'>

/** The data of the account that a client shows, as comparable texts. Presence has its own frames. */
export type Shown = Record<Stale, string>

/** Returns a function that reads the account as an agent sees it. It shares work between the clients of one event. */
export function makeLook(directory: Directory) {
  const accounts = new Map<
    number,
    Pick<Shown, 'agents' | 'channels' | 'bots' | 'webhooks' | 'departments' | 'tags' | 'settings'> & {
      names: string
      safe: string
    }
  >()

  function ofAccount(account: number) {
    let seen = accounts.get(account)
    if (!seen) {
      const agents = directory.agents(account)
      const channels = directory.channels(account)
      const departments = directory.departments(account)
      const { name, logo, settings: stored } = directory.account(account) ?? {}
      const { safeUrl, mailLogTo, keepDays, timeZone, ratingMailAfter } = stored ?? {}
      seen = {
        agents: JSON.stringify(agents.map(({ id, name, email, role, photo }) => [id, name, email, role, photo])),
        channels: JSON.stringify(channels.map((channel) => [channel, [...channel.agents]])),
        bots: JSON.stringify(directory.bots(account).map((bot) => [bot, [...bot.channels]])),
        webhooks: JSON.stringify(directory.webhooks(account).map((webhook) => [webhook, [...webhook.events]])),
        departments: JSON.stringify(departments.map(({ id, name, agents }) => [id, name, [...agents]])),
        tags: JSON.stringify(directory.tags(account).map(({ id, name, colour }) => [id, name, colour])),
        settings: JSON.stringify([name, logo, timeZone, safeUrl, mailLogTo, keepDays, ratingMailAfter]),
        names: JSON.stringify(channels.map(({ id, name }) => [id, name])),
        safe: JSON.stringify(safeUrl),
      }
      accounts.set(account, seen)
    }
    return seen
  }

  return (account: number, agent: number): Shown => {
    const { agents, channels, bots, webhooks, departments, tags, settings, names, safe } = ofAccount(account)
    const me = directory.agent(account, agent)
    const scope = me && scopeOf(directory, me).channels
    const mine = directory.departments(account).filter(({ agents: members }) => members.has(agent))
    return {
      agents,
      channels,
      departments,
      tags,
      settings,
      bots: me && isAllowed(standingOf(me), 'bot.see') ? bots : '',
      webhooks: me && isAllowed(standingOf(me), 'webhook.see') ? webhooks : '',
      me: JSON.stringify([
        [me?.name, me?.email, me?.role, me?.status, me?.photo, mine.map(({ id }) => id)],
        [directory.account(account)?.name, directory.account(account)?.logo, safe],
      ]),
      // The settings decide which links on visitors' pages are shown (C13).
      inbox: JSON.stringify([scope, names, safe]),
    }
  }
}

/** The parts that a client with `before` must fetch again. */
export function differences(before: Shown, now: Shown): Stale[] {
  return (Object.keys(now) as Stale[]).filter((what) => now[what] !== before[what])
}
