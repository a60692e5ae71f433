import { Agent, AgentChange, Agents, NewAgent } from '@deskbell/protocol/agent/people'
import { readHeld } from '../chat/read.ts'
import { CommitRefused } from '../chat/input.ts'
import { hashPassword } from '../crypto.ts'
import { changeAgent, createAgent, removeAgent } from '../office/agents.ts'
import { notFound } from '../office/office.ts'
import { allow } from '../office/policy.ts'
import type { AgentDoor, Api } from './door.ts'
import { whoAsks } from './guard.ts'
import { changeOffice } from './office-change.ts'
import { toAgent } from './people.ts'
import { AgentPath, Nothing } from './shapes.ts'
import type { SignedIn } from './signed-in.ts'

/** The agents of the desk. */
export function colleagueRoutes(app: Api, door: AgentDoor): void {
  const { db, clock, directory, commit } = door

  const colleague = ({ account, agent }: SignedIn, id: number): Agent => {
    const found = directory.agent(account, id)
    if (!found) throw notFound('agent')
    return toAgent(door, found, agent.id)
  }

  app.get(
    '/agents',
    { schema: { tags: ['Agents'], summary: 'List agents', response: { 200: Agents } } },
    async (request) => {
      const { account, agent } = whoAsks(request)
      allow(agent, 'agent.see')
      return { agents: directory.agents(account).map((one) => toAgent(door, one, agent.id)) }
    },
  )

  app.post(
    '/agents',
    {
      schema: {
        tags: ['Agents'],
        summary: 'Add an agent',
        description: 'Owners and admins; only an owner makes another owner.',
        body: NewAgent,
        response: { 201: Agent },
      },
    },
    async (request, reply) => {
      const who = whoAsks(request)
      // Before the costly part, and again in the transaction.
      allow(who.agent, 'agent.create')
      const { password, ...rest } = request.body
      const passwordHash = await hashPassword(password)
      const id = await changeOffice(door, who.account, (tx) =>
        createAgent(tx, who.account, who.agent, { ...rest, passwordHash }),
      )
      return reply.code(201).send(colleague(who, id))
    },
  )

  app.patch(
    '/agents/:agent',
    {
      schema: {
        tags: ['Agents'],
        summary: 'Change an agent',
        description: 'A new password or role ends the agent’s connections; a new password their sessions too.',
        params: AgentPath,
        body: AgentChange,
        response: { 200: Agent },
      },
    },
    async (request) => {
      const who = whoAsks(request)
      const { agent: id } = request.params
      allow(who.agent, 'agent.change')
      colleague(who, id)
      const { password, ...rest } = request.body
      const change = password === undefined ? rest : { ...rest, passwordHash: await hashPassword(password) }
      await changeOffice(door, who.account, (tx) => changeAgent(tx, who.account, who.agent, id, change))
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
      await changeOffice(door, account, (tx) => removeAgent(tx, account, agent, id, clock.now()))
      await inherit(account, id, agent)
      return reply.code(204).send(null)
    },
  )

  /** Visitors do not wait for somebody who is gone: an owner takes over from whoever removed themselves. */
  async function inherit(account: number, from: number, by: { id: number; name: string }): Promise<void> {
    const heir = by.id === from ? directory.agents(account).find(({ role }) => role === 'owner') : by
    if (!heir) return
    const agent = { id: heir.id, name: heir.name }
    const held = await db.asAccount(account, (tx) => readHeld(tx, account, from))
    const command = { type: 'agent.accept', agent, takeOver: true } as const
    await Promise.all(held.map((chat) => commit({ account, target: { chat }, command }).catch(unlessRefused)))
  }
}

/** Closed, or taken over by somebody else meanwhile. */
function unlessRefused(error: unknown): void {
  if (!(error instanceof CommitRefused)) throw error
}
