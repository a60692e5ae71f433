import type { Module } from '../module.ts'
import { warning } from '../platform/log.ts'
import type { Services } from '../services.ts'
import { endPresence } from './presence.ts'
import { watchChats } from './watch-chats.ts'

/** Polls for commits of other processes that the bus did not announce. */
export function realtime(
  needs: Pick<Services, 'db' | 'clock' | 'log' | 'chatEvents' | 'directory' | 'losses'>,
): Module {
  const { db, clock, log, chatEvents, directory, losses } = needs
  const watch = () =>
    watchChats({
      db,
      clock,
      chatEvents,
      losses,
      accounts: () => directory.accounts().map(({ id }) => id),
      onError: warning(log, 'polling for commits of other processes failed'),
    })
  return {
    name: 'realtime',
    leases: { end: endPresence, take() {} },
    jobs: db.kind === 'server' ? [{ start: watch }] : [],
  }
}
