import type { AlertCause } from '@deskbell/protocol/agent/alerts'
import type { ChatState } from '@deskbell/rules'
import type { CallState } from '@deskbell/rules/calls/index'
import { coalesce } from '../db/coalesce.ts'
import type { Db } from '../db/db.ts'
import { statement } from '../db/statement.ts'
import { keysOf, type SendKey } from './locks.ts'
import { rungAt } from './ring.ts'

/** The chat `c`, the task `k`, or the call `l` with its chat `lc`, of an alert `a`. */
export const ALERT_JOINS = `left join chat c on c.account_id = a.account_id and c.id = a.chat_id
  left join contact_task k on k.account_id = a.account_id and k.id = a.task_id
  left join call l on l.account_id = a.account_id and l.id = a.call_id
  left join chat lc on lc.account_id = l.account_id and lc.id = l.chat_id`

/**
 * What of an alert says whether it goes on; read into `Alerted`. What an agent read before nobody was there says nothing about an
 * unattended chat: who looks at it then ends the alert.
 */
export const ALERTED = `a.cause, a.agent_id, a.created_at, c.channel_id, c.state, k.contact_id, k.assignee_id, k.due_at, k.done_at,
  a.cause <> 'unattended' and exists (select from reading r where r.account_id = a.account_id and r.chat_id = a.chat_id and r.n >= a.entry_n
    and (a.agent_id is null or r.agent_id = a.agent_id) and r.agent_id is distinct from a.by_agent_id
    and (a.cause = 'mention' or r.received >= (c.state->>'received')::int)) as seen,
  a.ended_at, a.outcome, a.call_id, l.state as call_state, l.missed as call_missed, l.channel_id as call_channel,
  l.agents as call_agents, (lc.state->'department'->>'id')::int as call_department,
  (select case when bool_or(o.state->'connectedAt'->>'client' is not null) then 'talked' when count(*) > 0 then 'begun' end
   from call o where o.account_id = l.account_id and o.visitor_number = l.visitor_number and o.started_at >= l.started_at
     and o.id > l.id and o.state->'connectedAt'->>'agent' is not null
     and (o.ended_at is null or o.state->'connectedAt'->>'client' is not null)) as called_back`

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
  /** One about a call that rings has ended with the ring; what was shown of it is to go away. */
  ended_at: number | null
  outcome: string | null
  /** Of a call; null: the alert is about a chat or a task. */
  call_id: number | null
  call_state: CallState | null
  call_missed: boolean | null
  call_channel: number | null
  /** Who was asked to take it. */
  call_agents: number[] | null
  /** Of the visitor's chat. */
  call_department: number | null
  /** Whether the client has been talked to since, or is being called by an agent. */
  called_back: 'talked' | 'begun' | null
}

/** How an alert has ended without going further; undefined: it goes on. */
export function outcomeOf(alerted: Alerted): string | undefined {
  const { cause, agent_id: agent, state, channel_id: channel, seen } = alerted
  if (cause === 'task' || cause === 'assigned') return outcomeOfTask(alerted)
  if (cause === 'call') return outcomeOfRing(alerted)
  if (cause === 'missed_call') return outcomeOfMissed(alerted)
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

function outcomeOfRing({ agent_id: agent, ended_at: end, outcome, call_state: call }: Alerted): string | undefined {
  if (end !== null) return outcome ?? 'over'
  return call === null || agent === null || rungAt(call, agent) === undefined ? 'over' : undefined
}

/** A missed call that an agent has marked as handled, or after which the client was talked to, alerts no further. */
function outcomeOfMissed({ call_missed: isMissed, called_back: since }: Alerted): string | undefined {
  if (isMissed === null) return 'over'
  return isMissed && since !== 'talked' ? undefined : 'answered'
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
