import type { Module } from '../module.ts'
import { warning } from '../platform/log.ts'
import type { Services } from '../services.ts'
import { watchDueTasks } from './due.ts'
import { taskRoutes } from './routes.ts'

type Needs = Pick<Services, 'agentAlerts' | 'clock' | 'contactChanges' | 'dataChanges' | 'db' | 'directory' | 'log'>

/** Tasks: what agents are to do for contacts, and until when. */
export function tasks(needs: Needs): Module {
  const due = watchDueTasks({
    ...needs,
    onError: warning(needs.log, 'due tasks could not be looked for; the server tries again'),
  })
  return {
    name: 'tasks',
    agentRoutes: (api) => taskRoutes(api, needs),
    jobs: [{ start: due.start }],
  }
}
