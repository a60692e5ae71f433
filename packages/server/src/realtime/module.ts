import type { Module } from '../module.ts'
import { warning } from '../platform/log.ts'
import type { Services } from '../services.ts'
import { rowsAfter } from '../maintenance/cleanups.ts'
import { endPresence } from './presence.ts'
import { dropRequestsOf, sweepRequests } from './rpc/statements.ts'
import { shareLimits } from './shared-limits.ts'
import { watchCalls } from './watch-calls.ts'
import { watchChats } from './watch-chats.ts'

/** Polls for commits of other processes that the bus did not announce, and answers the requests of other processes. */
export function realtime(
  needs: Pick<
    Services,
    | 'bus'
    | 'callEvents'
    | 'chatEvents'
    | 'clock'
    | 'db'
    | 'directory'
    | 'log'
    | 'losses'
    | 'processes'
    | 'rates'
    | 'rpc'
  >,
): Module {
  const { db, log, rpc } = needs
  const onError = warning(log, 'polling for commits of other processes failed')
  return {
    name: 'realtime',
    leases: {
      async end(tx, dead) {
        await endPresence(tx, dead)
        await tx.query(dropRequestsOf, [dead.first, dead.last])
      },
      take() {},
    },
    jobs:
      db.kind === 'server'
        ? [
            { start: () => watchChats({ ...needs, onError }) },
            { start: () => watchCalls({ ...needs, onError }) },
            { start: rpc.start },
            { start: () => shareLimits(needs) },
          ]
        : [],
    cleanups: [rowsAfter(db, sweepRequests, 0)],
  }
}
