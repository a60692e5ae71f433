import { watchNewTables } from '../db/new-tables.ts'
import type { Module } from '../module.ts'
import { warning } from '../platform/log.ts'
import type { Services } from '../services.ts'
import { runCleanups, type Cleanup } from './cleanups.ts'
import { watchParts, type Kept } from './keep-parts.ts'

type Needs = Pick<Services, 'db' | 'clock' | 'log' | 'processes'> & {
  readonly cleanups: readonly Cleanup[]
  readonly kept: readonly Kept[]
}

/** Runs the cleanups of all modules, keeps the parts of tables that are divided, and the statistics of tables that grow fast. */
export function maintenance({ db, clock, log, processes, cleanups, kept }: Needs): Module {
  const clean = () => runCleanups({ clock, cleanups, onError: warning(log, 'a cleanup failed') })
  const isMine = () => processes.part().rest === 0
  const divide = () =>
    watchParts({ db, clock, log, isMine, kept, onError: warning(log, 'the parts of tables could not be kept') })
  const analyze = () =>
    watchNewTables({ db, clock, isMine, onError: warning(log, 'tables that grow could not be analyzed') })
  return {
    name: 'maintenance',
    jobs: [{ start: clean }, { start: divide }, ...(db.kind === 'server' ? [{ start: analyze }] : [])],
  }
}
