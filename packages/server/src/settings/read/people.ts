import type { Language } from '@deskbell/protocol/languages'
import type { CallsOn } from '@deskbell/protocol/agent/calls-on'
import type { WorkingHours } from '@deskbell/protocol/agent/hours'
import type { Role } from '@deskbell/protocol/agent/people'
import type { Db } from '../../db/db.ts'
import { statement } from '../../db/statement.ts'
import type { AgentRecord, DepartmentRecord } from '../records.ts'

const readAgentRows = statement(
  'read_agents',
  `select account_id, id, name, email, role, status, photo, phone, language, hold, calls_on, session_version from agent
   where account_id = any($1::int[]) and deleted_at is null order by account_id, lower(name), id`,
)
const readHoursRows = statement(
  'read_agent_hours',
  `select account_id, id, working_hours from agent
   where account_id = any($1::int[]) and working_hours is not null and deleted_at is null`,
)
const readDepartmentRows = statement(
  'read_departments',
  `select account_id, id, name, working_hours,
     array(select a.agent_id from department_agent a
       where a.account_id = d.account_id and a.department_id = d.id order by a.agent_id) as agents
   from department d where account_id = any($1::int[]) order by account_id, lower(name), id`,
)

interface AgentRow {
  account_id: number
  id: number
  name: string
  email: string
  role: Role
  status: 'online' | 'away'
  photo: string | null
  phone: string | null
  language: Language | null
  hold: number
  calls_on: CallsOn
  session_version: number
}

interface DepartmentRow {
  account_id: number
  id: number
  name: string
  working_hours: WorkingHours | null
  agents: number[]
}

/** The agents of these accounts, without removed ones. */
export async function readAgents(db: Db, accounts: readonly number[]): Promise<AgentRecord[]> {
  return (await db.query<AgentRow>(readAgentRows, [accounts])).map(toAgent)
}

function toAgent(row: AgentRow): AgentRecord {
  const { account_id: accountId, session_version: sessionVersion, calls_on: callsOn, ...agent } = row
  return { accountId, sessionVersion, callsOn, ...agent }
}

/** When agents of these accounts work, without those who always do. */
export async function readAgentHours(
  db: Db,
  accounts: readonly number[],
): Promise<{ readonly accountId: number; readonly agent: number; readonly hours: WorkingHours }[]> {
  const rows = await db.query<{ account_id: number; id: number; working_hours: WorkingHours }>(readHoursRows, [
    accounts,
  ])
  return rows.map(({ account_id: accountId, id: agent, working_hours: hours }) => ({ accountId, agent, hours }))
}

export async function readDepartments(
  db: Db,
  accounts: readonly number[],
): Promise<(DepartmentRecord & { readonly accountId: number })[]> {
  const rows = await db.query<DepartmentRow>(readDepartmentRows, [accounts])
  return rows.map(({ account_id: accountId, working_hours: workingHours, agents, ...department }) => ({
    ...{ accountId, workingHours, ...department },
    agents: new Set(agents),
  }))
}
