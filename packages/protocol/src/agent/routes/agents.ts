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
      'Owners and admins; only an owner can make an agent an owner. A new owner or admin needs a sign-in or a confirmed password within the last 10 minutes.',
    may: 'agent.create',
    password: 'sometimes',
    body: NewAgent,
    answers: { 201: Agent },
  }),
  changeAgent: route({
    method: 'PATCH',
    path: '/agents/:agent',
    tag,
    summary: 'Change an agent',
    description:
      'A new role closes the agent’s connections, which then reconnect. A new password ends their sessions, API tokens and sockets. A new password, and the role of an owner or admin, need a sign-in or a confirmed password within the last 10 minutes. Agents change their own password with `PUT /api/me/password`.',
    may: 'agent.change',
    password: 'sometimes',
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
      'All sessions of the agent end within two seconds. Their open chats are assigned to the agent who removed them; when agents remove themselves, to an owner.',
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
    description:
      'Owners and admins; only owners for the tokens of an owner. The answer has names and times, never the tokens.',
    may: 'agent.tokens',
    params: AgentPath,
    answers: { 200: ApiTokens },
  }),
  endAgentToken: route({
    method: 'DELETE',
    path: '/agents/:agent/tokens/:token',
    tag,
    summary: 'End an API token of an agent',
    description:
      'Owners and admins; only owners for a token of an owner. Sockets that were opened with the token close within 2 seconds.',
    may: 'agent.tokens',
    params: AgentTokenPath,
    answers: { 204: null },
  }),
}
