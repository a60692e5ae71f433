import type { FastifyInstance } from 'fastify'
import { refuseError } from './faults.ts'
import { preflight } from './files.ts'

/** Adds some routes of the widget. */
export type AddVisitorRoutes = (scope: FastifyInstance) => void | Promise<void>

/** The routes of the widget: each group is made with the services that it uses. */
export async function visitorRoutes(app: FastifyInstance, groups: readonly AddVisitorRoutes[]): Promise<void> {
  app.setErrorHandler(refuseError)
  app.options('/widget/*', preflight)
  for (const addRoutes of groups) await app.register(async (scope) => addRoutes(scope))
}
