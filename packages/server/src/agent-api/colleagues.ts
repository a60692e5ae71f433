import { Agent, AgentChange, Agents, NewAgent } from '@deskbell/protocol/agent/people'
import { readOwnedChats } from '../conversation/read/chats.ts'
import { CommitRefused } from '../conversation/commit/input.ts'
import { Refused } from '../platform/errors.ts'
import { changeAgent, createAgent, removeAgent } from '../identity/agents.ts'
import { askFresh } from '../identity/fresh-session.ts'
import { beginChange, notFound } from '../settings/change.ts'
import { allow } from '../identity/permissions.ts'
import type { Tx } from '../db/db.ts'
import type { AgentServices, Api } from './services.ts'
import { whoAsks } from './guard.ts'
import { changeAndRefresh } from './change-and-refresh.ts'
import { toAgent } from './people.ts'
import { AgentPath, Nothing } from './shapes.ts'
import type { SignedIn } from './signed-in.ts'

/** The agents of the desk. */
export function colleagueRoutes(app: Api, services: AgentServices): void {
  const { db, clock, directory, commit, passwords } = services

  const colleague = ({ account, agent }: SignedIn, id: number): Agent => {
    const found = directory.agent(account, id)
    if (!found) throw notFound('agent')
    return toAgent(services, found, agent.id)
  }

  app.get(
    '/agents',
    { schema: { tags: ['Agents'], summary: 'List agents', response: { 200: Agents } } },
    async (request) => {
      const { account, agent } = whoAsks(request)
      allow(agent, 'agent.see')
      return { agents: directory.agents(account).map((one) => toAgent(services, one, agent.id)) }
    },
  )

  app.post(
    '/agents',
    {
      schema: {
        tags: ['Agents'],
        summary: 'Add an agent',
        description:
          'Owners and admins; only an owner makes another owner. A new owner or admin needs a sign-in or a confirmed password within the last 10 minutes.',
        body: NewAgent,
        response: { 201: Agent },
      },
    },
    async (request, reply) => {
      const who = whoAsks(request)
      // Before the costly part, and again in the transaction.
      allow(who.agent, 'agent.create')
      const { password, ...rest } = request.body
      const passwordHash = await passwords.hash(password)
      const id = await changeAndRefresh(services, who.account, async (tx) => {
        if (rest.role !== 'agent') await askFreshChange(tx, who) // guard T50
        return createAgent(tx, who.account, who.agent, { ...rest, passwordHash })
      })
      return reply.code(201).send(colleague(who, id))
    },
  )

  app.patch(
    '/agents/:agent',
    {
      schema: {
        tags: ['Agents'],
        summary: 'Change an agent',
        description:
          'A new role makes the agent’s connections begin anew. A new password ends their sessions, API tokens and sockets; it, and the role of an owner or admin, needs a sign-in or a confirmed password within the last 10 minutes. The own password is changed with `PUT /api/me/password`.',
        params: AgentPath,
        body: AgentChange,
        response: { 200: Agent },
      },
    },
    async (request) => {
      const who = whoAsks(request)
      const { agent: id } = request.params
      allow(who.agent, 'agent.change')
      const { role: before } = colleague(who, id)
      const { password, ...rest } = request.body
      if (password !== undefined && id === who.agent.id) throw ownPassword() // guard T50
      const rises = rest.role !== undefined && rest.role !== 'agent' && rest.role !== before
      const change = password === undefined ? rest : { ...rest, passwordHash: await passwords.hash(password) }
      await changeAndRefresh(services, who.account, async (tx) => {
        if (rises || password !== undefined) await askFreshChange(tx, who) // guard T50
        await changeAgent(tx, who.account, who.agent, id, change)
      })
      return colleague(who, id)
    },
  )

  app.delete(
    '/agents/:agent',
    {
      schema: {
        tags: ['Agents'],
        summary: 'Remove an agent',
        description: 'Signed out everywhere within two seconds. Open chats that they held go to whoever removed them.',
        params: AgentPath,
        response: { 204: Nothing },
      },
    },
    async (request, reply) => {
      const { account, agent } = whoAsks(request)
      const { agent: id } = request.params
      await changeAndRefresh(services, account, (tx) => removeAgent(tx, account, agent, id, clock.now()))
      await inherit(account, id, agent)
      return reply.code(204).send(null)
    },
  )

  /** Before a change: the lock of the account's changes is taken first, so that none waits for another in a circle. */
  async function askFreshChange(tx: Tx, { account, session }: SignedIn): Promise<void> {
    await beginChange(tx, account)
    await askFresh(tx, clock, session)
  }

  /** Visitors do not wait for somebody who is gone: an owner takes over from whoever removed themselves. */
  async function inherit(account: number, from: number, by: { id: number; name: string }): Promise<void> {
    const heir = by.id === from ? directory.agents(account).find(({ role }) => role === 'owner') : by
    if (!heir) return
    const agent = { id: heir.id, name: heir.name }
    const held = await db.asAccount(account, (tx) => readOwnedChats(tx, account, from))
    const command = { type: 'agent.accept', agent, takeOver: true } as const
    await Promise.all(held.map((chat) => commit({ account, target: { chat }, command }).catch(unlessRefused)))
  }
}

/** Closed, or taken over by somebody else meanwhile. */
function unlessRefused(error: unknown): void {
  if (!(error instanceof CommitRefused)) throw error
}

const ownPassword = () =>
  new Refused('forbidden', 'Change your own password in your profile (PUT /api/me/password), with the present one.')
