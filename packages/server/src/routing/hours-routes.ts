import type { HoursOfAll } from '@deskbell/protocol/agent/hours'
import { HOURS_ROUTES } from '@deskbell/protocol/agent/routes/hours'
import type { Api } from '../agent-api/add-routes.ts'
import { changeAndRefresh } from '../agent-api/change-and-refresh.ts'
import { serve } from '../agent-api/serve.ts'
import type { Services } from '../services.ts'
import type { AgentRecord, Directory } from '../settings/directory.ts'
import { setHours } from '../settings/hours.ts'

/** When departments and agents work. */
export function hoursRoutes(app: Api, services: Pick<Services, 'db' | 'directory'>): void {
  const { directory } = services
  serve(app, HOURS_ROUTES, {
    readHours: ({ who: { account, agent } }) => toHours(directory, account, agent),
    async setDepartmentHours({ who: { account }, params: { department: id }, body: { hours } }) {
      await changeAndRefresh(services, account, (tx) => setHours({ tx, account }, { of: 'department', id }, hours))
      return { hours: directory.department(account, id)?.workingHours ?? null }
    },
    async setAgentHours({ who: { account }, params: { agent: id }, body: { hours } }) {
      await changeAndRefresh(services, account, (tx) => setHours({ tx, account }, { of: 'agent', id }, hours))
      return { hours: directory.hoursOf(account, id) }
    },
  })
}

/** The hours that an agent may see. */
function toHours(directory: Directory, account: number, { id: reader, role }: AgentRecord): HoursOfAll {
  const seesAll = role !== 'agent'
  return {
    departments: directory
      .departments(account)
      .flatMap(({ id, agents, workingHours: hours }) =>
        hours && (seesAll || agents.has(reader)) ? [{ department: id, hours }] : [],
      ),
    agents: directory.agents(account).flatMap(({ id }) => {
      const hours = directory.hoursOf(account, id)
      return hours && (seesAll || id === reader) ? [{ agent: id, hours }] : []
    }),
  }
}
