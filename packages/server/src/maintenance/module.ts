import { watchNewTables } from '../db/new-tables.ts'
import type { Module } from '../module.ts'
import { warning } from '../platform/log.ts'
import type { Services } from '../services.ts'
import { runCleanups, type Cleanup } from './cleanups.ts'

type Needs = Pick<Services, 'db' | 'clock' | 'log' | 'processes'> & { readonly cleanups: readonly Cleanup[] }

/** Runs the cleanups of all modules, and keeps the statistics of tables that grow fast. */
export function maintenance({ db, clock, log, processes, cleanups }: Needs): Module {
  const clean = () => runCleanups({ clock, cleanups, onError: warning(log, 'a cleanup failed') })
  const isMine = () => processes.part().rest === 0
  const analyze = () =>
    watchNewTables({ db, clock, isMine, onError: warning(log, 'tables that grow could not be analyzed') })
  return { name: 'maintenance', jobs: [{ start: clean }, ...(db.kind === 'server' ? [{ start: analyze }] : [])] }
}
