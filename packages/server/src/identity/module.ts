import { statement } from '../db/statement.ts'
import { rowsAfter } from '../maintenance/cleanups.ts'
import type { Module } from '../module.ts'
import type { Services } from '../services.ts'

const clearSessions = statement(
  'clear_sessions',
  'delete from session where ctid = any(array(select ctid from session where expires_at < $1 limit $2)) returning 1',
)

export function identity({ db }: Pick<Services, 'db'>): Module {
  return { name: 'identity', cleanups: [rowsAfter(db, clearSessions, 0)] }
}
