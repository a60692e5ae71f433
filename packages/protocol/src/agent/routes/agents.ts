import { Agent, AgentChange, Agents, ApiTokens, NewAgent } from '../people.ts'
import { AgentPath, AgentTokenPath } from './paths.ts'
import { route } from './route.ts'

const tag = 'Agents'

/** The agents of the account. */
export const AGENT_ROUTES = {
  listAgents: route({
    method: 'GET',
    path: '/agents',
    tag,
    summary: 'List agents',
    may: 'agent.see',
    answers: { 200: Agents },
  }),
  addAgent: route({
    method: 'POST',
    path: '/agents',
    tag,
    summary: 'Add an agent',
    description:
      'Owners and admins; only an owner makes another owner. A new owner or admin needs a sign-in or a confirmed password within the last 10 minutes.',
    may: 'agent.create',
    body: NewAgent,
    answers: { 201: Agent },
  }),
  changeAgent: route({
    method: 'PATCH',
    path: '/agents/:agent',
    tag,
    summary: 'Change an agent',
    description:
      'A new role makes the agent’s connections begin anew. A new password ends their sessions, API tokens and sockets; it, and the role of an owner or admin, needs a sign-in or a confirmed password within the last 10 minutes. The own password is changed with `PUT /api/me/password`.',
    may: 'agent.change',
    params: AgentPath,
    body: AgentChange,
    answers: { 200: Agent },
  }),
  removeAgent: route({
    method: 'DELETE',
    path: '/agents/:agent',
    tag,
    summary: 'Remove an agent',
    description:
      'Signed out everywhere within two seconds. Open chats that they held go to the agent who removed them; when agents remove themselves, to an owner.',
    may: 'agent.remove',
    params: AgentPath,
    answers: { 204: null },
  }),
}

/** API tokens of colleagues, as owners and admins see and end them (T50). */
export const AGENT_TOKEN_ROUTES = {
  listAgentTokens: route({
    method: 'GET',
    path: '/agents/:agent/tokens',
    tag,
    summary: 'List the API tokens of an agent',
    description: 'Owners and admins; those of an owner only owners. Names and times, never the tokens.',
    may: 'agent.tokens',
    params: AgentPath,
    answers: { 200: ApiTokens },
  }),
  endAgentToken: route({
    method: 'DELETE',
    path: '/agents/:agent/tokens/:token',
    tag,
    summary: 'End an API token of an agent',
    description: 'Owners and admins; those of an owner only owners. Sockets that it opened close within 2 seconds.',
    may: 'agent.tokens',
    params: AgentTokenPath,
    answers: { 204: null },
  }),
}
