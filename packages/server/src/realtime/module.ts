import type { Module } from '../module.ts'
import { warning } from '../platform/log.ts'
import type { Services } from '../services.ts'
import { rowsAfter } from '../maintenance/cleanups.ts'
import { endPresence } from './presence.ts'
import { dropRequestsOf, sweepRequests } from './rpc/statements.ts'
import { shareLimits } from './shared-limits.ts'
import { watchChats } from './watch-chats.ts'

/** Polls for commits of other processes that the bus did not announce, and answers the requests of other processes. */
export function realtime(
  needs: Pick<
    Services,
    'bus' | 'db' | 'clock' | 'log' | 'chatEvents' | 'directory' | 'losses' | 'processes' | 'rates' | 'rpc'
  >,
): Module {
  const { db, clock, bus, log, chatEvents, losses, rpc } = needs
  const watch = () =>
    watchChats({
      db,
      clock,
      chatEvents,
      bus,
      losses,
      onError: warning(log, 'polling for commits of other processes failed'),
    })
  return {
    name: 'realtime',
    leases: {
      async end(tx, dead) {
        await endPresence(tx, dead)
        await tx.query(dropRequestsOf, [dead.first, dead.last])
      },
      take() {},
    },
    jobs: db.kind === 'server' ? [{ start: watch }, { start: rpc.start }, { start: () => shareLimits(needs) }] : [],
    cleanups: [rowsAfter(db, sweepRequests, 0)],
  }
}
