import type { Db } from '../db/db.ts'
import { statement } from '../db/statement.ts'
import type { Clock } from '../platform/clock.ts'
import { makeSweeps, type Sweeps } from '../platform/sweeps.ts'
import { CommitRefused, type Input, type Outcome } from './commit/input.ts'

/** How often a process looks for open chats of removed agents (ms). */
const POLL_EVERY = 5000
const CHATS_MAX = 200

/** The limit in the subquery makes every plan look up a removed agent's chats by index. */
const heldByRemoved = statement(
  'chats_of_removed_agents',
  `select a.account_id, c.id as chat, a.id as agent, a.name, s.id as successor, s.name as successor_name from agent a
   cross join lateral (
     select id from chat where account_id = a.account_id and agent_id = a.id and closed_at is null limit $1
   ) c
   left join agent s on s.account_id = a.account_id and s.id = a.successor_id and s.deleted_at is null
   where a.deleted_at is not null limit $1`,
)

interface Row {
  account_id: number
  chat: number
  /** The removed agent, who holds the chat. */
  agent: number
  name: string
  /** Null when the successor was removed as well. */
  successor: number | null
  successor_name: string | null
}

/**
 * Gives the open chats of removed agents to their successors, or puts them back into the queue when the successor was
 * removed as well. The chats are found by their rows. They are therefore also found after a crash or a failed commit,
 * and when an acceptance was committed after the removal. Any number of processes may do so: a chat that the removed
 * agent does not hold any more stays as it is.
 */
export function makeReassignment({
  db,
  clock,
  commit,
  onError,
}: {
  readonly db: Db
  readonly clock: Clock
  readonly commit: (input: Input) => Promise<Outcome>
  readonly onError: (error: unknown) => void
}): Sweeps {
  async function reassignChats(): Promise<boolean> {
    const rows = await db.query<Row>(heldByRemoved, [CHATS_MAX])
    const outcomes = await Promise.allSettled(rows.map(reassign))
    const failed = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []))
    // Chats that stay as they are would come again at once; they wait for the next look.
    const moved = outcomes.some((one) => one.status === 'fulfilled' && one.value)
    for (const error of failed) onError(error)
    return rows.length === CHATS_MAX && moved && failed.length === 0
  }

  /** Resolves with whether the chat has another owner now: not when it was closed, or another agent has accepted it. */
  async function reassign({ account_id: account, chat, ...row }: Row): Promise<boolean> {
    const removed = { id: row.agent, name: row.name }
    const successor = row.successor !== null && { id: row.successor, name: row.successor_name ?? '' }
    const command = successor
      ? ({ type: 'agent.accept', agent: successor, takeOver: true, from: removed.id } as const)
      : ({ type: 'agent.leave', agent: removed, anyone: false } as const)
    try {
      const done = await commit({ account, target: { chat }, command })
      return done.kind === 'done' && done.entries.length > 0
    } catch (error) {
      if (error instanceof CommitRefused) return false
      throw error
    }
  }

  return makeSweeps({ clock, every: POLL_EVERY, sweep: reassignChats, onError })
}
