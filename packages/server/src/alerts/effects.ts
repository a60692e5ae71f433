import { mentionsIn } from '@deskbell/rules'
import type { Effect } from '../conversation/commit/effects.ts'
import type { Made } from '../conversation/commit/deciding.ts'
import type { Draft } from '../conversation/commit/draft.ts'
import { statement } from '../db/statement.ts'
import { EXHAUSTED_FOR, type Exhausted } from './exhausted.ts'

/** Something that agents are to be told. `agent`: whom it concerns first; null: every agent who may answer. */
export interface Cause {
  readonly account: number
  readonly what: 'waiting' | 'message' | 'mention'
  readonly chat: number
  /** An agent who has read the chat up to here has seen it. */
  readonly n: number
  readonly agent: number | null
}

/**
 * A chat has at most one open alert of a kind for an agent: further messages come with it. When no agent could be alerted, or
 * none looked, the messages of the next ten seconds make no other one, so that a visitor who writes fast costs little.
 */
const insertAlerts = statement(
  'alert_insert',
  `insert into alert (account_id, cause, chat_id, entry_n, agent_id, created_at, next_at)
   select account_id, cause, chat_id, entry_n, agent_id, $2, $2
   from jsonb_to_recordset($1::jsonb) as r(account_id int, cause text, chat_id int, entry_n int, agent_id int)
   where cause = 'mention' or not exists (select from alert a where a.account_id = r.account_id and a.chat_id = r.chat_id
     and a.cause = r.cause and a.agent_id is not distinct from r.agent_id and a.outcome = 'exhausted'
     and a.ended_at > $2::timestamptz - interval '${EXHAUSTED_FOR} milliseconds')
   on conflict do nothing returning 1`,
)

/** Writes an alert for each chat that begins to wait or is written in, and for each agent whom a note mentions, with the entry
 * that causes it. */
export function alertEffect(exhausted: Exhausted, onWritten: () => void): Effect {
  return {
    name: 'alerts',
    plan({ made, drafts }) {
      const causing = [...drafts].filter(([draft]) => causesAlert(draft, made))
      const mentioning = made.filter(({ entry }) => mentionsIn(entry).length > 0)
      if (causing.length + mentioning.length === 0) return undefined
      // A new chat has its number only when it is written.
      const causes = (): Cause[] => [
        ...causing.map(([draft, { account }]) => causeOf(draft, account)),
        ...mentioning.flatMap(mentionsOf),
      ]
      let isNew = false
      return {
        write({ at, send }) {
          const wanted = causes().filter((cause) => !exhausted.has(cause, at.getTime()))
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

function causesAlert(draft: Draft, made: readonly Made[]): boolean {
  const { state, isNew, before } = draft
  if (state.erased || state.closedAt !== null) return false
  const { kind } = state.owner
  if (kind !== 'queue' && kind !== 'agent') return false
  const isWritten = made.some(
    (one) => one.draft === draft && one.entry.type === 'message' && one.entry.from === 'visitor',
  )
  return isWritten || (kind === 'queue' && (isNew || before !== 'queue'))
}

/** Also of a closed chat: agents write notes in it, too. */
const mentionsOf = ({ draft, conversation: { account }, entry }: Made): Cause[] =>
  mentionsIn(entry).map((agent) => ({ account, what: 'mention', chat: draft.number, n: entry.n, agent }))

function causeOf({ number: chat, state: { owner, last: n } }: Draft, account: number): Cause {
  if (owner.kind !== 'agent') return { account, what: 'waiting', chat, n, agent: null }
  return { account, what: 'message', chat, n, agent: owner.agent.id }
}

const toRow = ({ account, what, chat, n, agent }: Cause) => ({
  account_id: account,
  cause: what,
  chat_id: chat,
  entry_n: n,
  agent_id: agent,
})
