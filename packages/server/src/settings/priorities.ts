import type { Routing } from '@deskbell/protocol/agent/routing'
import type { PriorityRule } from '@deskbell/rules'
import type { Db } from '../db/db.ts'
import { statement } from '../db/statement.ts'

const MINUTE = 60_000

const readStatement = statement(
  'routing_priorities',
  `select account_id, settings->'priorities' as priorities from routing_settings where account_id = any($1::int[])`,
)

/** The rules as they are decided with, which count in milliseconds, their setting in minutes. */
export const toPriorities = (priorities: Routing['priorities']): PriorityRule[] =>
  priorities.map(({ when, priority }) => ({
    when: 'waited' in when ? { waited: when.waited * MINUTE } : when,
    priority,
  }))

/** The priority rules of each account that has any. */
export async function readPriorities(
  db: Pick<Db, 'query'>,
  accounts: readonly number[],
): Promise<Map<number, PriorityRule[]>> {
  const rows = await db.query<{ account_id: number; priorities: Routing['priorities'] | null }>(readStatement, [
    accounts,
  ])
  return new Map(
    rows.flatMap(({ account_id, priorities }) =>
      priorities?.length ? [[account_id, toPriorities(priorities)] as const] : [],
    ),
  )
}
