import type { Module } from '../module.ts'
import type { Services } from '../services.ts'
import type { AddRoutes } from './add-routes.ts'
import { agentApi } from './api.ts'

type Needs = Pick<Services, 'clock' | 'config' | 'log' | 'rates' | 'recognize'> & {
  /** What modules add to the API. */
  readonly agentRoutes: readonly AddRoutes[]
}

/** The API of the agent application, which the modules fill with routes. */
export function agentApiModule(needs: Needs): Module {
  return {
    name: 'agent API',
    routes: async (app, { deadline }) => void (await app.register(agentApi({ ...needs, deadline }))),
  }
}
