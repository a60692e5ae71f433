import type { WorkingHours } from '@deskbell/protocol/agent/hours'
import { statement } from '../db/statement.ts'
import { beginChange, notFound, type InAccount } from './change.ts'
import { checkWorkingHours } from './check-hours.ts'

const setStatements = {
  agent: statement(
    'agent_hours_set',
    'update agent set working_hours = $3 where account_id = $1 and id = $2 and deleted_at is null returning id',
  ),
  department: statement(
    'department_hours_set',
    'update department set working_hours = $3 where account_id = $1 and id = $2 returning id',
  ),
}

const readStatements = {
  agent: statement('agent_hours', 'select working_hours as hours from agent where account_id = $1 and id = $2'),
  department: statement(
    'department_hours',
    'select working_hours as hours from department where account_id = $1 and id = $2',
  ),
}

/** Whose hours. */
export interface HoursOwner {
  readonly of: keyof typeof setStatements
  readonly id: number
}

/** The working hours of an agent or a department; null: always open. */
export async function readHours({ tx, account }: InAccount, { of, id }: HoursOwner): Promise<WorkingHours | null> {
  const [row] = await tx.query<{ hours: WorkingHours | null }>(readStatements[of], [account, id])
  return row?.hours ?? null
}

/**
 * Sets the working hours of an agent or a department; null: always open. Throws Invalid for impossible ones, with `field`, which
 * has them.
 */
export async function setHours(
  { tx, account }: InAccount,
  { of, id }: HoursOwner,
  hours: WorkingHours | null,
  field = '/hours',
): Promise<void> {
  if (hours) checkWorkingHours(hours, field)
  await beginChange(tx, account)
  const changed = await tx.query(setStatements[of], [account, id, hours && JSON.stringify(hours)])
  if (changed.length === 0) throw notFound(of)
}
