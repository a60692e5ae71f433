import type { AlertCause } from '@deskbell/protocol/agent/alerts'
import { mentionsIn } from '@deskbell/rules'
import type { Effect } from '../conversation/commit/effects.ts'
import type { Made } from '../conversation/commit/deciding.ts'
import type { Draft } from '../conversation/commit/draft.ts'
import { statement } from '../db/statement.ts'
import { EXHAUSTED_FOR, type Exhausted } from './exhausted.ts'

/** Something that agents are to be told. `agent`: whom it concerns first; null: every agent who may answer. */
export interface Cause {
  readonly account: number
  readonly what: Exclude<AlertCause, 'test'>
  readonly chat: number
  /** An agent who has read the chat up to here has seen it. */
  readonly n: number
  readonly agent: number | null
  /** The agent who caused it and is not told. */
  readonly by: number | null
  /** It is a message, which makes no alert soon after one that reached no agent. */
  readonly isMessage: boolean
}

/**
 * A chat has at most one open alert of a kind for an agent: further messages come with it. When no agent could be alerted, or
 * none looked, the messages of the next ten seconds make no other one, so that a visitor who writes fast costs little. An
 * alert that waits for the end of quiet hours is decided again: an agent may be there now who was not.
 *
 * Most messages come with an open alert, so that is asked first, by one look into the index; the rest sees what is left.
 * An alert that ends at the same time is no loss: the runner does not end one because of a chat that is being written in.
 */
const insertAlerts = statement(
  'alert_insert',
  `with r as materialized (
     select r.*, a.id as quiet
     from jsonb_to_recordset($1::jsonb) as r(account_id int, cause text, chat_id int, entry_n int, agent_id int,
       by_agent_id int, is_message boolean)
     left join lateral (select a.id, a.outcome from alert a where a.account_id = r.account_id and a.chat_id = r.chat_id
       and coalesce(a.agent_id, 0) = coalesce(r.agent_id, 0) and a.cause = r.cause and a.ended_at is null limit 1) a on true
     where a.id is null or a.outcome = 'quiet'),
   again as (
     update alert a set next_at = $2, outcome = null from r where a.account_id = r.account_id and a.id = r.quiet
       and a.outcome = 'quiet' and a.ended_at is null
     returning 1),
   made as (
     insert into alert (account_id, cause, chat_id, entry_n, agent_id, by_agent_id, created_at, next_at)
     select account_id, cause, chat_id, entry_n, agent_id, by_agent_id, $2, $2 from r
     where quiet is null and (not is_message or not exists (select from alert a where a.account_id = r.account_id
       and a.chat_id = r.chat_id and a.cause = r.cause and a.agent_id is not distinct from r.agent_id
       and a.outcome = 'exhausted' and a.ended_at > $2::timestamptz - interval '${EXHAUSTED_FOR} milliseconds'))
     on conflict do nothing returning 1)
   select from made union all select from again`,
)

/**
 * Writes an alert for each chat that begins to wait or is written in, and for each agent whom a note mentions, to whom a chat
 * was handed over, or whose chat is back from a snooze, with the entry that causes it.
 */
export function alertEffect(exhausted: Exhausted, onWritten: () => void): Effect {
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
        ...causing.map(([draft, { account }]) =>
          causeOf(draft, account, { by: queuers.get(draft) ?? null, isMessage: written.has(draft) }),
        ),
        ...telling.map((told) => told()),
      ]
      let isNew = false
      return {
        write({ at, send }) {
          const wanted = causes().filter((cause) => !cause.isMessage || !exhausted.has(cause, at.getTime()))
          if (wanted.length === 0) return
          send(insertAlerts, [JSON.stringify(wanted.map(toRow)), at], (rows) => (isNew = rows.length > 0))
        },
        // The next step of an alert that was there before has its own time.
        committed() {
          if (isNew) onWritten()
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
  return isWritten || (kind === 'queue' && (isNew || before !== 'queue'))
}

/** What an entry tells certain agents, whatever the visitor wrote. */
function toldBy({ draft, conversation: { account }, entry, command }: Made): (() => Cause)[] {
  const tell = (what: Cause['what'], agent: number | null) => () => ({
    account,
    what,
    chat: draft.number,
    n: entry.n,
    agent,
    by: what === 'waiting' ? queuedBy({ entry, command }) : null,
    isMessage: false,
  })
  // Also of a closed chat: agents write notes in it, too.
  const mentions = mentionsIn(entry).map((agent) => tell('mention', agent))
  const { owner, erased, closedAt } = draft.state
  if (erased || closedAt !== null) return mentions
  const holder = owner.kind === 'agent' ? owner.agent.id : null
  // Chats of a removed agent go to their successor.
  const isGiven =
    (entry.type === 'chat.handed' && entry.to.id === holder && entry.agent.id !== holder) ||
    (entry.type === 'agent.joined' &&
      entry.agent.id === holder &&
      command.type === 'agent.accept' &&
      command.from !== undefined)
  if (isGiven) return [...mentions, tell('handed', holder)]
  // The agents of the department are told, too, of a chat that waited before.
  if (entry.type === 'department.changed' && owner.kind === 'queue') return [...mentions, tell('waiting', null)]
  if (entry.type !== 'chat.woken' || entry.why !== 'time') return mentions
  if (holder !== null) return [...mentions, tell('woken', holder)]
  return owner.kind === 'queue' ? [...mentions, tell('waiting', null)] : mentions
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

function causeOf(draft: Draft, account: number, { by, isMessage }: Pick<Cause, 'by' | 'isMessage'>): Cause {
  const { owner, last: n } = draft.state
  const cause = { account, chat: draft.number, n, isMessage }
  if (owner.kind === 'agent') return { ...cause, what: 'message', agent: owner.agent.id, by: null }
  return { ...cause, what: 'waiting', agent: null, by }
}

const toRow = ({ account, what, chat, n, agent, by, isMessage }: Cause) => ({
  account_id: account,
  cause: what,
  chat_id: chat,
  entry_n: n,
  agent_id: agent,
  by_agent_id: by,
  is_message: isMessage,
})
