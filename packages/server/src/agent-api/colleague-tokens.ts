import { AGENT_TOKEN_ROUTES } from '@deskbell/protocol/agent/routes/agents'
import { readTokensOf, removeTokenOf } from '../identity/tokens.ts'
import type { Api } from './add-routes.ts'
import type { Services } from '../services.ts'
import { changeAndRefresh } from './change-and-refresh.ts'
import { serve } from './serve.ts'

/** API tokens of other agents: owners and admins list and revoke them (T50). */
export function colleagueTokenRoutes(app: Api, services: Pick<Services, 'db' | 'directory'>): void {
  serve(app, AGENT_TOKEN_ROUTES, {
    listAgentTokens: async ({ who: { account, agent }, params: { agent: id } }) => ({
      tokens: await services.db.asAccount(account, (tx) => readTokensOf(tx, account, agent, id)),
    }),
    endAgentToken: ({ who: { account, agent }, params: { agent: id, token } }) =>
      changeAndRefresh(services, account, (tx) => removeTokenOf({ tx, account }, agent, id, token)),
  })
}
