import { statement } from '../db/statement.ts'

/** Counting stops at this number. */
const COUNT_MAX = 1000

const COLUMNS = `t.id, t.contact_id as contact, k.name, k.email, k.phone, v.numbers, t.text, t.assignee_id as assignee,
  a.name as assignee_name, t.due_at as due, c.id as chat, t.made_by, t.made_name, t.made_at, t.done_by, t.done_name, t.done_at`
/**
 * The tasks that the reader may see: those of the contacts that they see. `$1` account, `$2` channels or null for all, `$3`
 * the reader, who sees their own chats, too.
 */
const VISIBLE = `from contact_task t
   join lateral (select name, email, phone from contact where account_id = $1 and id = t.contact_id and active_at is not null
     limit 1) k on true
   left join lateral (select array_agg(number) as numbers from visitor where account_id = $1 and contact_id = t.contact_id
     and ($2::int[] is null or channel_id = any($2))) v on true
   left join lateral (select name from agent where account_id = $1 and id = t.assignee_id limit 1) a on true
   left join lateral (select id from chat where account_id = $1 and id = t.chat_id
     and ($2::int[] is null or channel_id = any($2) or agent_id = $3) limit 1) c on true
   where t.account_id = $1 and ($2::int[] is null or v.numbers is not null)`

/** `$4`, `$5`: the task before the page; `$6`: how many. One statement for each filter, so that each uses an index. */
const listed = (name: string, filter: string) => ({
  open: statement(
    `${name}_open`,
    `select ${COLUMNS} ${VISIBLE} and t.done_at is null and ${filter}
     and (coalesce(t.due_at, 'infinity'::timestamptz), t.id) > ($4::timestamptz, $5::int)
     order by coalesce(t.due_at, 'infinity'::timestamptz), t.id limit $6`,
  ),
  done: statement(
    `${name}_done`,
    `select ${COLUMNS} ${VISIBLE} and t.done_at is not null and ${filter}
     and (t.done_at, t.id) < ($4::timestamptz, $5::int) order by t.done_at desc, t.id desc limit $6`,
  ),
})
/** The lists of tasks, by what they are limited to. */
export const LISTS = {
  all: listed('tasks_all', 'true'),
  nobody: listed('tasks_of_nobody', 't.assignee_id is null'),
  assignee: listed('tasks_of_agent', 't.assignee_id = $7'),
  /** `$8`: the assignee, 0 for nobody, or null for all. */
  contact: listed('tasks_of_contact', 't.contact_id = $7 and ($8::int is null or coalesce(t.assignee_id, 0) = $8)'),
}

export const oneStatement = statement('task_one', `select ${COLUMNS} ${VISIBLE} and t.id = $4`)

export const countStatement = statement(
  'tasks_due_count',
  `select count(*)::int as n from (select t.id ${VISIBLE} and t.done_at is null and t.assignee_id = $3
     and coalesce(t.due_at, 'infinity'::timestamptz) < $4 limit ${COUNT_MAX}) as due`,
)

export const sizeStatement = statement(
  'tasks_of_contact_count',
  `select count(*) filter (where done_at is null)::int as open, count(*)::int as all_of_it
   from contact_task where account_id = $1 and contact_id = $2`,
)

/** A task as it is listed. */
export interface Row {
  id: number
  contact: number
  name: string | null
  email: string | null
  phone: string | null
  numbers: number[] | null
  text: string
  assignee: number | null
  assignee_name: string | null
  due: number | null
  chat: number | null
  made_by: number
  made_name: string
  made_at: number
  done_by: number | null
  done_name: string | null
  done_at: number | null
}
