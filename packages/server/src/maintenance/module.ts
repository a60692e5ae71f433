import { watchNewTables } from '../db/new-tables.ts'
import type { Module } from '../module.ts'
import { warning } from '../platform/log.ts'
import type { Services } from '../services.ts'
import { runCleanups, type Cleanup } from './cleanups.ts'

type Needs = Pick<Services, 'db' | 'clock' | 'log'> & { readonly cleanups: readonly Cleanup[] }

/** Runs the cleanups of all modules, and keeps the statistics of tables that grow fast. */
export function maintenance({ db, clock, log, cleanups }: Needs): Module {
  const clean = () => runCleanups({ clock, cleanups, onError: warning(log, 'a cleanup failed') })
  const analyze = () => watchNewTables(db, clock, warning(log, 'tables that grow could not be analyzed'))
  return { name: 'maintenance', jobs: [{ start: clean }, ...(db.kind === 'server' ? [{ start: analyze }] : [])] }
}
