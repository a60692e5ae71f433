import { WIRE_VERSIONS } from '@deskbell/protocol/versions'
import type { Module } from '../module.ts'
import { lazy } from '../platform/lazy.ts'
import { version } from '../platform/version.ts'
import type { Services } from '../services.ts'
import { readBuiltFiles } from './built-files.ts'
import { documentRoutes } from './documents.ts'
import { agentPages, unknownPage } from './pages.ts'

/** A new build takes effect when the process starts anew. */
const read = lazy(() => readBuiltFiles())

/** The pages of the agent application, and the description of its API. */
export function agentApplication(needs: Pick<Services, 'config'>): Module {
  const built = read()
  return {
    name: 'agent application',
    agentRoutes: (api) => documentRoutes(api, needs),
    unknownAddress: unknownPage(needs, built),
    async routes(app) {
      app.get('/version', () => ({ name: 'Deskbell', version, interface: WIRE_VERSIONS.agent }))
      await app.register((scope) => agentPages(scope, needs, built))
    },
  }
}
