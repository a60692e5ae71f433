import { HoursOfAll, HoursSetting } from '../hours.ts'
import { AgentPath, DepartmentPath } from './paths.ts'
import { route } from './route.ts'

const tag = 'Routing'

/** When departments and agents work. */
export const HOURS_ROUTES = {
  readHours: route({
    method: 'GET',
    path: '/hours',
    tag,
    summary: 'Read working hours',
    description:
      'Those of departments and agents. Owners and admins see all of them, agents their own and those of their departments.',
    may: 'agent.see',
    answers: { 200: HoursOfAll },
  }),
  setDepartmentHours: route({
    method: 'PUT',
    path: '/departments/:department/hours',
    tag,
    summary: 'Set the working hours of a department',
    description: 'Owners and admins. The router gives no chat of the department to an agent outside its hours.',
    may: 'routing.change',
    params: DepartmentPath,
    body: HoursSetting,
    answers: { 200: HoursSetting },
  }),
  setAgentHours: route({
    method: 'PUT',
    path: '/agents/:agent/hours',
    tag,
    summary: 'Set the working hours of an agent',
    description:
      'Owners and admins. The router gives the agent no chat outside their hours. Those that they have stay theirs.',
    may: 'routing.change',
    params: AgentPath,
    body: HoursSetting,
    answers: { 200: HoursSetting },
  }),
}
