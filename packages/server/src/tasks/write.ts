import type { NewTask, TaskChange } from '@deskbell/protocol/agent/task'
import { CONTACT_TASKS_ALL_MAX, CONTACT_TASKS_MAX } from '@deskbell/protocol/limits'
import type { Person } from '@deskbell/rules'
import type { Tx } from '../db/db.ts'
import { statement } from '../db/statement.ts'
import { Invalid } from '../platform/errors.ts'
import { notFound } from '../settings/change.ts'
import { countTasksOf } from './read.ts'
import { endTaskAlerts, tellAssignee } from './tell.ts'

const addStatement = statement(
  'task_add',
  `insert into contact_task (account_id, contact_id, text, assignee_id, due_at, chat_id, made_by, made_name, made_at, told_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) returning id`,
)
const lockStatement = statement(
  'task_lock',
  `select contact_id as contact, text, assignee_id as assignee, due_at as due, done_at as done, told_at as told
   from contact_task where account_id = $1 and id = $2 for update`,
)
const changeStatement = statement(
  'task_change',
  `update contact_task set text = $3, assignee_id = $4, due_at = $5, told_at = $6 where account_id = $1 and id = $2`,
)
const doneStatement = statement(
  'task_done',
  'update contact_task set done_by = $3, done_name = $4, done_at = $5 where account_id = $1 and id = $2',
)
const removeStatement = statement(
  'task_remove',
  'delete from contact_task where account_id = $1 and id = $2 returning contact_id as contact',
)

/** Who writes, and when (ms). */
export interface By {
  readonly account: number
  readonly agent: Person
  readonly now: number
}

/** What decides whom a task alerts. */
interface Given {
  readonly assignee: number | null
  readonly due: number | null
}

interface Stored extends Given {
  readonly contact: number
  readonly text: string
  readonly done: number | null
  readonly told: number | null
}

const timeOrNull = (at: number | null) => (at === null ? null : new Date(at))

/**
 * Since when the assignee need not be alerted that the task is due: those who set a time that has passed know it, and so do
 * those who are alerted now because the task was given to them.
 */
function toldOf({ assignee, due }: Given, { agent, now }: By, isTold: boolean): number | null {
  const isDue = due !== null && due <= now
  return isDue && (isTold || assignee === agent.id) ? now : null
}

/** Whether another agent gave the task to its assignee. */
const isGiven = (assignee: number | null, { agent }: By): assignee is number =>
  assignee !== null && assignee !== agent.id

/** Returns the new task's number. The contact must be locked, so that its limits hold. */
export async function addTask(
  tx: Tx,
  by: By,
  contact: number,
  { text, assignee = null, due = null, chat }: NewTask,
): Promise<number> {
  const { open, all } = await countTasksOf(tx, by.account, contact)
  if (open >= CONTACT_TASKS_MAX) throw limitReached('', CONTACT_TASKS_MAX)
  if (all >= CONTACT_TASKS_ALL_MAX) throw limitReached('', CONTACT_TASKS_ALL_MAX)
  const { account, agent, now } = by
  const tells = isGiven(assignee, by)
  const told = toldOf({ assignee, due }, by, tells)
  const [made] = await tx.query<{ id: number }>(addStatement, [
    account,
    contact,
    text,
    assignee,
    timeOrNull(due),
    chat ?? null,
    agent.id,
    agent.name,
    new Date(now),
    timeOrNull(told),
  ])
  if (!made) throw new Error('a task was not written')
  if (tells) await tellAssignee(tx, { account, task: made.id, now }, { to: assignee, by: agent.id })
  return made.id
}

/**
 * Changes the fields that are given. Changes of one task take turns, so that of two changes of one field the later one
 * counts, and changes of different fields both do. Returns the number of its contact.
 */
export async function changeTask(tx: Tx, by: By, id: number, change: TaskChange): Promise<number> {
  const { account, agent, now } = by
  const [before] = await tx.query<Stored>(lockStatement, [account, id])
  if (!before) throw notFound('task')
  const { text = before.text, assignee = before.assignee, due = before.due } = change
  const isDone = change.done ?? before.done !== null
  const isReassigned = assignee !== before.assignee
  const isMoved = due !== before.due
  const tells = isReassigned && !isDone && isGiven(assignee, by)
  const kept = isMoved ? null : before.told
  const told = kept ?? toldOf({ assignee, due }, by, tells)
  await tx.query(changeStatement, [account, id, text, assignee, timeOrNull(due), timeOrNull(told)])
  if (isDone !== (before.done !== null)) await markDone(tx, by, { id, contact: before.contact, isDone })
  const task = { account, task: id, now }
  if (isDone || isReassigned) await endTaskAlerts(tx, task)
  else if (isMoved) await endTaskAlerts(tx, task, ['task'])
  if (tells) await tellAssignee(tx, task, { to: assignee, by: agent.id })
  return before.contact
}

async function markDone(
  tx: Tx,
  { account, agent, now }: By,
  { id, contact, isDone }: { readonly id: number; readonly contact: number; readonly isDone: boolean },
): Promise<void> {
  if (isDone) return void (await tx.query(doneStatement, [account, id, agent.id, agent.name, new Date(now)]))
  const { open } = await countTasksOf(tx, account, contact)
  if (open >= CONTACT_TASKS_MAX) throw limitReached('/done', CONTACT_TASKS_MAX)
  await tx.query(doneStatement, [account, id, null, null, null])
}

/** Returns the number of its contact. */
export async function removeTask(tx: Tx, { account, now }: By, id: number): Promise<number> {
  const [removed] = await tx.query<{ contact: number }>(removeStatement, [account, id])
  if (!removed) throw notFound('task')
  await endTaskAlerts(tx, { account, task: id, now })
  return removed.contact
}

const limitReached = (path: string, most: number) => new Invalid(path, { reason: 'limit_reached', most })
