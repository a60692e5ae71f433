import type { ContactTasks, Task } from '@deskbell/protocol/agent/task'
import { CONTACT_TASKS_ALL_MAX } from '@deskbell/protocol/limits'
import type { Scope } from '../conversation/read/chat-row.ts'
import type { Tx } from '../db/db.ts'
import { queryInOrder } from '../db/query-in-order.ts'
import { countStatement, LISTS, oneStatement, type Row, sizeStatement } from './statements.ts'

/** Done tasks that a contact's page shows. */
const DONE_SHOWN = 50
const LAST_ID = 2 ** 31 - 1

export interface Asked {
  readonly state: 'open' | 'done'
  /** Null: nobody; absent: all. */
  readonly assignee?: number | null
  readonly contact?: number
  /** The task before the page: when it is due, or was done; null: without a date. */
  readonly after: { readonly at: number | null; readonly id: number } | null
  readonly limit: number
}

/** A page of the tasks that the reader may see; `more`: there are others behind it. */
export async function readTasks(
  tx: Tx,
  { account, agent, channels }: Scope,
  { state, assignee, contact, after, limit }: Asked,
): Promise<{ tasks: Task[]; more: boolean }> {
  const start = state === 'open' ? ['-infinity', 0] : ['infinity', LAST_ID]
  const position = after ? [after.at === null ? 'infinity' : new Date(after.at), after.id] : start
  const common = [account, channels, agent, ...position, limit + 1]
  const read = () => {
    if (contact !== undefined)
      return queryInOrder<Row>(tx, LISTS.contact[state], [
        ...common,
        contact,
        assignee === undefined ? null : (assignee ?? 0),
      ])
    if (assignee === undefined) return queryInOrder<Row>(tx, LISTS.all[state], common)
    if (assignee === null) return queryInOrder<Row>(tx, LISTS.nobody[state], common)
    return queryInOrder<Row>(tx, LISTS.assignee[state], [...common, assignee])
  }
  const rows = await read()
  return { tasks: rows.slice(0, limit).map(toTask), more: rows.length > limit }
}

/** The tasks of a contact: all open ones, and the newest done ones. */
export async function readTasksOf(tx: Tx, scope: Scope, contact: number): Promise<ContactTasks> {
  const open = await readTasks(tx, scope, { state: 'open', contact, after: null, limit: CONTACT_TASKS_ALL_MAX })
  const done = await readTasks(tx, scope, { state: 'done', contact, after: null, limit: DONE_SHOWN })
  return { open: open.tasks, done: done.tasks }
}

/** Undefined: there is none, or the reader may not see its contact (T18). */
export async function readTask(tx: Tx, { account, agent, channels }: Scope, id: number): Promise<Task | undefined> {
  const [row] = await queryInOrder<Row>(tx, oneStatement, [account, channels, agent, id])
  return row && toTask(row)
}

/** How many open tasks of the reader are due before a time; counted up to 1000. */
export async function countDue(tx: Tx, { account, agent, channels }: Scope, until: number): Promise<number> {
  const [row] = await queryInOrder<{ n: number }>(tx, countStatement, [account, channels, agent, new Date(until)])
  return row?.n ?? 0
}

/** How many tasks a contact has. */
export async function countTasksOf(tx: Tx, account: number, contact: number): Promise<{ open: number; all: number }> {
  const [row] = await queryInOrder<{ open: number; all_of_it: number }>(tx, sizeStatement, [account, contact])
  return { open: row?.open ?? 0, all: row?.all_of_it ?? 0 }
}

function toTask(row: Row): Task {
  const { id, contact, name, email, phone, numbers, text, assignee, due, chat } = row
  return {
    id,
    contact: { id: contact, name, email, phone, visitor: numbers ? String(Math.min(...numbers)) : null },
    text,
    assignee: assignee === null ? null : { id: assignee, name: row.assignee_name ?? '' },
    due,
    chat,
    made: { by: { id: row.made_by, name: row.made_name }, at: row.made_at },
    done:
      row.done_at === null || row.done_by === null
        ? null
        : { by: { id: row.done_by, name: row.done_name ?? '' }, at: row.done_at },
  }
}
