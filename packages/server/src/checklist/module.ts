import type { Connector } from '../channels/connector.ts'
import type { Module } from '../module.ts'
import type { Services } from '../services.ts'
import { checklistRoutes } from './routes.ts'

/** The list of what remains to be set up after the first start. */
export const checklist = (
  needs: Pick<Services, 'db' | 'directory'> & {
    readonly connectorOf: (kind: string) => Connector | undefined
  },
): Module => ({
  name: 'checklist',
  agentRoutes: (api) => checklistRoutes(api, needs),
})
