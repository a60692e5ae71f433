import type { AlertCause } from '@deskbell/protocol/agent/alerts'
import type { ChatState } from '@deskbell/rules'
import { coalesce } from '../db/coalesce.ts'
import type { Db } from '../db/db.ts'
import { statement } from '../db/statement.ts'
import { keysOf, type SendKey } from './locks.ts'

/** The chat `c` or the task `k` of an alert `a`. */
export const ALERT_JOINS = `left join chat c on c.account_id = a.account_id and c.id = a.chat_id
  left join contact_task k on k.account_id = a.account_id and k.id = a.task_id`

/** What of an alert says whether it goes on; read into `Alerted`. */
export const ALERTED = `a.cause, a.agent_id, a.created_at, c.channel_id, c.state, k.contact_id, k.assignee_id, k.due_at, k.done_at,
  exists (select from reading r where r.account_id = a.account_id and r.chat_id = a.chat_id and r.n >= a.entry_n
    and (a.agent_id is null or r.agent_id = a.agent_id) and r.agent_id is distinct from a.by_agent_id
    and (a.cause = 'mention' or r.received >= (c.state->>'received')::int)) as seen`

export interface Alerted {
  cause: AlertCause
  agent_id: number | null
  created_at: number
  /** Of a task; null: it was removed, or the alert is about a chat. */
  contact_id: number | null
  assignee_id: number | null
  due_at: number | null
  done_at: number | null
  channel_id: number | null
  state: ChatState | null
  /** An agent whom it concerns has read the chat as far, and the messages that came with the alert since. */
  seen: boolean
}

/** How an alert has ended without going further; undefined: it goes on. */
export function outcomeOf(alerted: Alerted): string | undefined {
  const { cause, agent_id: agent, state, channel_id: channel, seen } = alerted
  if (cause === 'task' || cause === 'assigned') return outcomeOfTask(alerted)
  if (state === null || channel === null || state.erased) return 'over'
  if (cause !== 'mention' && state.closedAt !== null) return 'over'
  if (cause === 'waiting' && state.owner.kind !== 'queue') return 'answered'
  if (cause === 'message' && !(state.owner.kind === 'agent' && state.owner.agent.id === agent)) return 'over'
  if (cause === 'message' && state.preview?.from === 'agent') return 'answered'
  if (cause === 'offered' && state.offer?.to.id !== agent) return 'over'
  if (cause === 'asked' && !state.asked?.some(({ id }) => id === agent)) return 'over'
  if (cause === 'unattended' && state.preview?.from === 'agent') return 'answered'
  if (cause === 'returned' && state.owner.kind !== 'agent') return 'over'
  return seen ? 'seen' : undefined
}

/** A task that was done, removed, given to another agent, or put off, alerts no further. */
function outcomeOfTask({ cause, agent_id: agent, created_at: since, ...task }: Alerted): string | undefined {
  if (task.contact_id === null || task.assignee_id !== agent) return 'over'
  if (task.done_at !== null) return 'answered'
  return cause === 'task' && (task.due_at === null || task.due_at > since) ? 'over' : undefined
}

const bySend = statement(
  'alert_of_send',
  `select s.account_id as account, s.id as alert, ${ALERTED} from unnest($1::int[], $2::uuid[]) as t(account_id, id)
   join alert_send s on s.account_id = t.account_id and s.id = t.id
   join alert a on a.account_id = s.account_id and a.id = s.alert_id
   ${ALERT_JOINS}`,
)

/**
 * Whether a mail of an alert need not be sent any more: while it waited for the mail server, an agent saw the chat,
 * answered, or did the task.
 * Concurrent calls share one statement.
 */
export function makeIsOver(db: Db): (send: SendKey) => Promise<boolean> {
  return coalesce(async (sends: readonly SendKey[]) => {
    const rows = await db.query<Alerted & SendKey>(bySend, keysOf(sends))
    const over = new Set(rows.flatMap((row) => (outcomeOf(row) === undefined ? [] : [`${row.account}:${row.alert}`])))
    return sends.map(({ account, alert }) => over.has(`${account}:${alert}`))
  })
}
