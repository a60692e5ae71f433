import { ApiTokens } from '@deskbell/protocol/agent/people'
import { Id, Strict } from '@deskbell/protocol/shapes'
import { readTokensOf, removeTokenOf } from '../identity/tokens.ts'
import type { AgentServices, Api } from './services.ts'
import { whoAsks } from './guard.ts'
import { changeAndRefresh } from './change-and-refresh.ts'
import { AgentPath, Nothing } from './shapes.ts'

/** API tokens of colleagues, as owners and admins see and end them (T50). */
export function colleagueTokenRoutes(app: Api, services: AgentServices): void {
  app.get(
    '/agents/:agent/tokens',
    {
      schema: {
        tags: ['Agents'],
        summary: 'List the API tokens of an agent',
        description: 'Owners and admins; those of an owner only owners. Names and times, never the tokens.',
        params: AgentPath,
        response: { 200: ApiTokens },
      },
    },
    async (request) => {
      const { account, agent } = whoAsks(request)
      const { agent: id } = request.params
      return { tokens: await services.db.asAccount(account, (tx) => readTokensOf(tx, account, agent, id)) }
    },
  )

  app.delete(
    '/agents/:agent/tokens/:token',
    {
      schema: {
        tags: ['Agents'],
        summary: 'End an API token of an agent',
        description: 'Owners and admins; those of an owner only owners. Sockets that it opened close within 2 seconds.',
        params: Strict({ agent: Id, token: Id }),
        response: { 204: Nothing },
      },
    },
    async (request, reply) => {
      const { account, agent } = whoAsks(request)
      const { agent: id, token } = request.params
      await changeAndRefresh(services, account, (tx) => removeTokenOf(tx, account, agent, id, token))
      return reply.code(204).send(null)
    },
  )
}
