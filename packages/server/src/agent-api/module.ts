import { API_PREFIX } from '@deskbell/protocol/agent/routes/route'
import type { Module } from '../module.ts'
import type { Services } from '../services.ts'
import type { AddRoutes } from './add-routes.ts'
import { apiScope } from './api.ts'

type Needs = Pick<Services, 'clock' | 'config' | 'log' | 'rates' | 'recognize'> & {
  readonly agentRoutes: readonly AddRoutes[]
}

/** The agent API, under /api. It serves the routes that all modules have added when the HTTP server opens. */
export function agentApi(needs: Needs): Module {
  return {
    name: 'agent API',
    routes: async (app, { deadline }) =>
      void (await app.register(apiScope({ ...needs, deadline }), { prefix: API_PREFIX })),
  }
}
