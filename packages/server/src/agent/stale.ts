import type { ServerFrame } from '@deskbell/protocol/agent/socket'
import type { Directory } from '../office/directory.ts'
import { isAllowed, standingOf } from '../office/policy.ts'
import { scopeOf } from './sight.ts'

type Stale = (ServerFrame & { type: 'stale' })['what']

/** What a client has on its screen of the desk, as texts that can be compared. Presence has frames of its own. */
export type Shown = Record<Stale, string>

/** Looks at the desk as it is now; made anew for each look, so that many clients share the work. */
export function makeLook(directory: Directory) {
  const accounts = new Map<number, Pick<Shown, 'agents' | 'channels' | 'bots'> & { names: string }>()

  function ofAccount(account: number) {
    let seen = accounts.get(account)
    if (!seen) {
      const agents = directory.agents(account)
      const channels = directory.channels(account)
      seen = {
        agents: JSON.stringify(agents.map(({ id, name, email, role, photo }) => [id, name, email, role, photo])),
        channels: JSON.stringify(channels.map((channel) => [channel, [...channel.agents]])),
        bots: JSON.stringify(directory.bots(account).map((bot) => [bot, [...bot.channels]])),
        names: JSON.stringify(channels.map(({ id, name }) => [id, name])),
      }
      accounts.set(account, seen)
    }
    return seen
  }

  return (account: number, agent: number): Shown => {
    const { agents, channels, bots, names } = ofAccount(account)
    const me = directory.agent(account, agent)
    const scope = me && scopeOf(directory, me).channels
    return {
      agents,
      channels,
      bots: me && isAllowed(standingOf(me), 'bot.see') ? bots : '',
      me: JSON.stringify([me?.name, me?.email, me?.role, me?.status, me?.photo, directory.account(account)?.name]),
      inbox: JSON.stringify([scope, names]),
    }
  }
}

/** What must be fetched anew by a client that saw `before`. */
export function differences(before: Shown, now: Shown): Stale[] {
  return (Object.keys(now) as Stale[]).filter((what) => now[what] !== before[what])
}
