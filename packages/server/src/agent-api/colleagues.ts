import type { Agent } from '@deskbell/protocol/agent/people'
import { AGENT_ROUTES } from '@deskbell/protocol/agent/routes/agents'
import { Refused } from '../platform/errors.ts'
import { changeAgent, createAgent, removeAgent } from '../identity/agents.ts'
import { askFresh } from '../identity/fresh-session.ts'
import type { PasswordWork } from '../identity/password-work.ts'
import { beginAgentChange, notFound } from '../settings/change.ts'
import type { Tx } from '../db/db.ts'
import type { Api } from './add-routes.ts'
import type { Services } from '../services.ts'
import { serve } from './serve.ts'
import { changeAndRefresh } from './change-and-refresh.ts'
import { toAgent } from './people.ts'
import type { SignedIn } from './signed-in.ts'

/** The routes of the account's agents. */
export function colleagueRoutes(
  app: Api,
  services: Pick<Services, 'clock' | 'dataChanges' | 'db' | 'directory' | 'links' | 'presence' | 'reassignment'> & {
    readonly passwords: Pick<PasswordWork, 'hash'>
  },
): void {
  const { clock, dataChanges, directory, passwords, reassignment } = services

  const colleague = ({ account, agent }: SignedIn, id: number): Agent => {
    const found = directory.agent(account, id)
    if (!found) throw notFound('agent')
    return toAgent(services, found, agent.id)
  }

  serve(app, AGENT_ROUTES, {
    listAgents: ({ who: { account, agent } }) => ({
      agents: directory.agents(account).map((one) => toAgent(services, one, agent.id)),
    }),
    async addAgent({ who, body: { password, ...rest } }) {
      const passwordHash = await passwords.hash(password)
      const id = await changeAndRefresh(services, who.account, async (tx) => {
        if (rest.role !== 'agent') await askFreshChange(tx, who) // guard T50
        return createAgent(tx, who.account, who.agent, { ...rest, passwordHash })
      })
      return colleague(who, id)
    },
    async changeAgent({ who, params: { agent: id }, body: { password, ...rest } }) {
      const { role: before } = colleague(who, id)
      if (password !== undefined && id === who.agent.id) throw ownPassword() // guard T50
      const rises = rest.role !== undefined && rest.role !== 'agent' && rest.role !== before
      const change = password === undefined ? rest : { ...rest, passwordHash: await passwords.hash(password) }
      await changeAndRefresh(services, who.account, async (tx) => {
        if (rises || password !== undefined) await askFreshChange(tx, who) // guard T50
        await changeAgent({ tx, account: who.account }, who.agent, id, change)
      })
      return colleague(who, id)
    },
    async removeAgent({ who: { account, agent }, params: { agent: id } }) {
      await changeAndRefresh(services, account, (tx) => removeAgent({ tx, account }, agent, id, clock.now()))
      reassignment.wake()
      dataChanges.changed({ account, what: 'tasks' })
    },
  })

  /**
   * Runs before a change. It first takes the lock for changes of the account, so that concurrent changes cannot
   * deadlock.
   */
  async function askFreshChange(tx: Tx, { account, session }: SignedIn): Promise<void> {
    await beginAgentChange(tx, account)
    await askFresh(tx, clock, session)
  }
}

const ownPassword = () =>
  new Refused('forbidden', 'Change your own password in your profile (PUT /api/me/password), with the current one.')
