import type { ReplayResult, RoutingReplay } from '@deskbell/protocol/agent/routing-replay'
import type { Db, Tx } from '../../db/db.ts'
import { statement } from '../../db/statement.ts'

/** A replay that was not stepped for so long has ended with its process (ms). */
const STALE = 15_000

const beginStatement = statement(
  'replay_begin',
  `insert into routing_replay (account_id, id, at, stepped_at) values ($1, $2::uuid, $3, $3)
   on conflict (account_id) do update set id = excluded.id, at = excluded.at, stepped_at = excluded.stepped_at, progress = 0,
     result = null, failed = false`,
)
const stepStatement = statement(
  'replay_step',
  `update routing_replay set progress = $3, stepped_at = $4 where account_id = $1 and id = $2::uuid returning 1`,
)
const endStatement = statement(
  'replay_end',
  `update routing_replay set progress = 1, result = $3, failed = $3::jsonb is null where account_id = $1 and id = $2::uuid`,
)
const readStatement = statement(
  'replay_read',
  `select id, at, stepped_at, progress, result, failed from routing_replay where account_id = $1 and id = $2::uuid`,
)

/** Replaces the account's replay. */
export const beginReplay = (tx: Tx, account: number, id: string, now: number): Promise<unknown> =>
  tx.query(beginStatement, [account, id, new Date(now)])

/** Resolves with false when a later replay has replaced it. */
export async function stepReplay(db: Db, account: number, id: string, step: { progress: number; now: number }) {
  const rows = await db.query(stepStatement, [account, id, step.progress, new Date(step.now)])
  return rows.length > 0
}

/** Without a result it has failed. */
export const endReplay = (db: Db, account: number, id: string, result?: ReplayResult): Promise<unknown> =>
  db.query(endStatement, [account, id, result ? JSON.stringify(result) : null])

export async function readReplay(tx: Tx, account: number, id: string, now: number): Promise<RoutingReplay | undefined> {
  const [row] = await tx.query<{
    id: string
    at: number
    stepped_at: number
    progress: number
    result: ReplayResult | null
    failed: boolean
  }>(readStatement, [account, id])
  if (!row) return undefined
  const { at, progress, result } = row
  const isOver = row.failed || (!result && now - row.stepped_at > STALE)
  return { replay: row.id, at, progress, result, state: result ? 'done' : isOver ? 'failed' : 'running' }
}
