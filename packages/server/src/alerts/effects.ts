import type { AlertCause } from '@deskbell/protocol/agent/alerts'
import { mentionsIn, type ChatState, type Entry } from '@deskbell/rules'
import type { Effect } from '../conversation/commit/effects.ts'
import type { Made } from '../conversation/commit/deciding.ts'
import type { Conversation, Draft } from '../conversation/commit/draft.ts'
import { statement } from '../db/statement.ts'
import type { OpenAlert } from '../realtime/agent-alerts.ts'
import type { Services } from '../services.ts'
import { SEEN_WITHIN } from './decide.ts'
import { EXHAUSTED_FOR, type Exhausted } from './exhausted.ts'
import type { DecideOpen } from './open-first.ts'
import { ROUTED_WITHIN } from './router-has.ts'

/** Something that agents are to be told. `agent`: whom it concerns first; null: every agent who may answer. */
export interface Cause {
  readonly account: number
  readonly what: Exclude<AlertCause, 'assigned' | 'task' | 'test'>
  readonly chat: number
  /** An agent who has read the chat up to here has seen it. */
  readonly n: number
  readonly agent: number | null
  /** The agent who caused it and is not told. */
  readonly by: number | null
  /** It is a message, which makes no alert soon after one that reached no agent. */
  readonly isMessage: boolean
  readonly channel: number
  readonly state: ChatState
}

/**
 * A chat has at most one open alert of a kind for an agent: further messages come with it. When no agent could be alerted, or
 * none looked, the messages of the next ten seconds make no other one, so that a visitor who writes fast costs little. An
 * alert that waits for the end of quiet hours is decided again: an agent may be there now who was not.
 *
 * Most messages come with an open alert, so that is asked first, by one look into the index; the rest sees what is left.
 * An alert that ends at the same time is no loss: the runner does not end one because of a chat that is being written in.
 *
 * `$3`: when a waiting chat is looked at in an account with a router, which offers it first. One with `send_id` goes to the open
 * application of its agent, and further at `$4`. Returns whether each is due now, and what was sent.
 */
const insertAlerts = statement(
  'alert_insert',
  `with r as materialized (
     select r.*, a.id as quiet, case when r.send_id is not null then $4::timestamptz
       when r.cause = 'waiting' and exists (select from routing_settings s where s.account_id = r.account_id and s.active)
       then $3::timestamptz else $2::timestamptz end as due
     from jsonb_to_recordset($1::jsonb) as r(account_id int, cause text, chat_id int, entry_n int, agent_id int,
       by_agent_id int, is_message boolean, send_id uuid)
     left join lateral (select a.id, a.outcome from alert a where a.account_id = r.account_id and a.chat_id = r.chat_id
       and coalesce(a.agent_id, 0) = coalesce(r.agent_id, 0) and a.cause = r.cause and a.ended_at is null limit 1) a on true
     where a.id is null or a.outcome = 'quiet'),
   again as (
     update alert a set next_at = $2, outcome = null from r where a.account_id = r.account_id and a.id = r.quiet
       and a.outcome = 'quiet' and a.ended_at is null
     returning true as is_due),
   made as (
     insert into alert (account_id, cause, chat_id, entry_n, agent_id, by_agent_id, created_at, next_at)
     select account_id, cause, chat_id, entry_n, agent_id, by_agent_id, $2, due from r
     where quiet is null and (not is_message or not exists (select from alert a where a.account_id = r.account_id
       and a.chat_id = r.chat_id and a.cause = r.cause and a.agent_id is not distinct from r.agent_id
       and a.outcome = 'exhausted' and a.ended_at > $2::timestamptz - interval '${EXHAUSTED_FOR} milliseconds'))
     on conflict do nothing returning account_id, id, chat_id, agent_id, cause, next_at = $2 as is_due),
   sent as (
     insert into alert_send (account_id, id, alert_id, agent_id, means, decided_at, sent_at)
     select distinct on (m.id) m.account_id, r.send_id, m.id, m.agent_id, 'open', $2::timestamptz, $2::timestamptz
     from made m join r on r.account_id = m.account_id and r.chat_id = m.chat_id and r.agent_id = m.agent_id
       and r.cause = m.cause and r.send_id is not null
     returning id)
   select is_due, null::uuid as sent from made union all select is_due, null from again union all select false, id from sent`,
)

interface Inserted {
  readonly is_due: boolean
  readonly sent: string | null
}

type Needs = Pick<Services, 'ids' | 'agentAlerts'> & {
  readonly exhausted: Exhausted
  readonly decideOpen: DecideOpen
  /** An alert is due. */
  readonly onWritten: () => void
}

/**
 * Writes an alert for each chat that begins to wait or is written in, and for each agent whom a note mentions, to whom a chat
 * was handed over or is offered, who is asked to write in it, or whose chat is back from a snooze or an offer, with the entry
 * that causes it.
 */
export function alertEffect({ ids, agentAlerts, exhausted, decideOpen, onWritten }: Needs): Effect {
  /** The alert as it goes to the open application of its agent. Undefined: the runner decides where it goes. */
  function toOpen({ account, what, chat, agent, channel, state }: Cause, now: number): OpenAlert | undefined {
    if (agent === null) return undefined
    const signs = decideOpen({ account, agent, channel, state }, now)
    return signs && { account, agent, alert: ids.uuid(), what, chat, signs }
  }
  return {
    name: 'alerts',
    plan({ made, drafts }) {
      const written = new Set(made.flatMap((one) => (isOfVisitor(one) ? [one.draft] : [])))
      const causing = [...drafts].filter(([draft]) => causesAlert(draft, written.has(draft)))
      const telling = made.flatMap(toldBy)
      if (causing.length + telling.length === 0) return undefined
      const queuers = queuersOf(made)
      // A new chat has its number only when it is written.
      const causes = (): Cause[] => [
        ...causing.map(([draft, conversation]) =>
          causeOf(draft, conversation, { by: queuers.get(draft) ?? null, isMessage: written.has(draft) }),
        ),
        ...telling.map((told) => told()),
      ]
      const open = new Map<string, OpenAlert>()
      let inserted: readonly Inserted[] = []
      return {
        write({ at, send }) {
          const now = at.getTime()
          const wanted = causes().filter((cause) => !cause.isMessage || !exhausted.has(cause, now))
          if (wanted.length === 0) return
          const rows = wanted.map((cause) => {
            const alert = toOpen(cause, now)
            if (alert) open.set(alert.alert, alert)
            return toRow(cause, alert)
          })
          const values = [JSON.stringify(rows), at, new Date(now + ROUTED_WITHIN), new Date(now + SEEN_WITHIN)]
          send(insertAlerts, values, (result) => (inserted = result as readonly Inserted[]))
        },
        // The next step of an alert that was there before has its own time.
        committed() {
          if (inserted.some((one) => one.is_due)) onWritten()
          const sent = inserted.flatMap((one) => (one.sent === null ? [] : (open.get(one.sent) ?? [])))
          // After the chats themselves. If it is lost, the alert goes further after its time.
          if (sent.length > 0) queueMicrotask(() => sent.forEach(agentAlerts.publish))
        },
      }
    },
  }
}

const isOfVisitor = ({ entry }: Made): boolean => entry.type === 'message' && entry.from === 'visitor'

/** `isWritten`: the visitor wrote in the chat. */
function causesAlert({ state, isNew, before }: Draft, isWritten: boolean): boolean {
  if (state.erased || state.closedAt !== null) return false
  const { kind } = state.owner
  if (kind !== 'queue' && kind !== 'agent') return false
  return isWritten || (kind === 'queue' && (isNew || before.owner.kind !== 'queue'))
}

/** What an entry tells certain agents, whatever the visitor wrote. */
function toldBy({ draft, conversation: { account, channel }, entry, command }: Made): (() => Cause)[] {
  const tell = (what: Cause['what'], agent: number | null) => () => ({
    account,
    what,
    chat: draft.number,
    n: entry.n,
    agent,
    by: what === 'waiting' ? queuedBy({ entry, command }) : null,
    isMessage: false,
    channel,
    state: draft.state,
  })
  // Also of a closed chat: agents write notes in it, too.
  const mentions = mentionsIn(entry).map((agent) => tell('mention', agent))
  const { owner, erased, closedAt } = draft.state
  if (erased || closedAt !== null) return mentions
  const holder = owner.kind === 'agent' ? owner.agent.id : null
  // Chats of a removed agent go to their successor.
  const isGiven =
    // The router has given it to them without asking.
    (entry.type === 'agent.joined' && entry.agent.id === holder && command.type === 'routing.offer') ||
    (entry.type === 'chat.handed' && entry.to.id === holder && entry.agent.id !== holder) ||
    (entry.type === 'agent.joined' &&
      entry.agent.id === holder &&
      command.type === 'agent.accept' &&
      command.from !== undefined)
  if (isGiven) return [...mentions, tell('handed', holder)]
  const asked = askedBy(entry, draft.state)
  if (asked) return [tell(asked.what, asked.agent)]
  // The agents of the department are told, too, of a chat that waited before.
  const isMoved =
    entry.type === 'department.changed' || (entry.type === 'chat.overflowed' && entry.department !== undefined)
  if (isMoved && owner.kind === 'queue') return [...mentions, tell('waiting', null)]
  if (entry.type !== 'chat.woken' || entry.why !== 'time') return mentions
  if (holder !== null) return [...mentions, tell('woken', holder)]
  return owner.kind === 'queue' ? [...mentions, tell('waiting', null)] : mentions
}

/** Whom an offer, a request to write too, or the end of an offer concerns, while it still holds. */
function askedBy(entry: Entry, { offer, asked, owner }: ChatState): Pick<Cause, 'what' | 'agent'> | undefined {
  switch (entry.type) {
    case 'chat.offered':
    case 'chat.routed':
      return offer?.n === entry.n ? { what: 'offered', agent: entry.to.id } : undefined
    case 'colleague.asked':
      return asked?.some(({ id }) => id === entry.to.id) ? { what: 'asked', agent: entry.to.id } : undefined
    case 'chat.returned':
      return entry.to && owner.kind === 'agent' ? { what: 'returned', agent: owner.agent.id } : undefined
    case 'offer.declined':
    case 'offer.ended':
      if (owner.kind !== 'agent' || (entry.type === 'offer.ended' && entry.why === 'withdrawn')) return undefined
      return { what: 'returned', agent: owner.agent.id }
    default:
      return undefined
  }
}

/** The agent who put the chat into the queue. */
function queuedBy({ entry, command }: Pick<Made, 'entry' | 'command'>): number | null {
  const isQueued = entry.type === 'agent.left' || entry.type === 'department.changed'
  return isQueued && (command.type === 'agent.leave' || command.type === 'agent.route') ? command.agent.id : null
}

/** The first agent who put each chat into the queue. */
function queuersOf(made: readonly Made[]): Map<Draft, number> {
  const queuers = new Map<Draft, number>()
  for (const one of made) {
    const by = queuedBy(one)
    if (by !== null && !queuers.has(one.draft)) queuers.set(one.draft, by)
  }
  return queuers
}

function causeOf(
  { number: chat, state }: Draft,
  { account, channel }: Conversation,
  { by, isMessage }: Pick<Cause, 'by' | 'isMessage'>,
): Cause {
  const { owner, last: n } = state
  const cause = { account, chat, n, isMessage, channel, state }
  if (owner.kind === 'agent') return { ...cause, what: 'message', agent: owner.agent.id, by: null }
  return { ...cause, what: 'waiting', agent: null, by }
}

const toRow = ({ account, what, chat, n, agent, by, isMessage }: Cause, open: OpenAlert | undefined) => ({
  account_id: account,
  cause: what,
  chat_id: chat,
  entry_n: n,
  agent_id: agent,
  by_agent_id: by,
  is_message: isMessage,
  send_id: open?.alert ?? null,
})
