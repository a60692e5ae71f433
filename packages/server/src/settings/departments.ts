import { sqlBuilder as k } from '../db/builder.ts'
import type { Tx } from '../db/db.ts'
import { Refused } from '../platform/errors.ts'
import { checkAgents, setMembers } from './members.ts'
import { beginChange, notFound } from './change.ts'

export interface Department {
  id: number
  name: string
  agents: number[]
}

export async function readDepartments(tx: Tx, account: number): Promise<Department[]> {
  const rows = await tx.run(
    k.selectFrom('department').select(['id', 'name']).where('account_id', '=', account).orderBy('name'),
  )
  const members = await tx.run(
    k
      .selectFrom('department_agent')
      .select(['department_id', 'agent_id'])
      .where('account_id', '=', account)
      .orderBy('agent_id'),
  )
  return rows.map(({ id, name }) => ({
    id,
    name,
    agents: members.filter((member) => member.department_id === id).map((member) => member.agent_id),
  }))
}

/** Returns the new department's number. */
export async function createDepartment(
  tx: Tx,
  account: number,
  department: { name: string; agents: number[] },
): Promise<number> {
  await beginChange(tx, account)
  await checkAgents(tx, account, department.agents)
  const [made] = await tx.run(
    k
      .insertInto('department')
      .values({ account_id: account, name: department.name })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id'),
  )
  if (!made) throw new Refused('name_taken', `There is a department called ${department.name} already.`)
  await setMembers({ tx, account }, 'department', made.id, department.agents)
  return made.id
}

/** Changes the named fields and keeps the others. Chats keep the name that their visitor chose. */
export async function changeDepartment(
  tx: Tx,
  account: number,
  id: number,
  change: { name?: string; agents?: number[] },
): Promise<void> {
  await beginChange(tx, account)
  const all = await readDepartments(tx, account)
  if (!all.some((department) => department.id === id)) throw notFound('department')
  if (change.name !== undefined) {
    if (all.some((other) => other.id !== id && other.name === change.name)) {
      throw new Refused('name_taken', `There is a department called ${change.name} already.`)
    }
    await tx.run(
      k.updateTable('department').set({ name: change.name }).where('account_id', '=', account).where('id', '=', id),
    )
  }
  if (change.agents) {
    await checkAgents(tx, account, change.agents)
    await setMembers({ tx, account }, 'department', id, change.agents)
  }
}

/** Removes a department, so that visitors cannot choose it. Chats in which it was chosen keep its name. */
export async function removeDepartment(tx: Tx, account: number, id: number): Promise<void> {
  await beginChange(tx, account)
  const [gone] = await tx.run(
    k.deleteFrom('department').where('account_id', '=', account).where('id', '=', id).returning('id'),
  )
  if (!gone) throw notFound('department')
}
