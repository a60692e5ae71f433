import type { Module } from '../module.ts'
import { warning } from '../platform/log.ts'
import type { Services } from '../services.ts'
import { statement } from '../db/statement.ts'
import { rowsAfter } from '../maintenance/cleanups.ts'
import { offlineEffect, offlineMessageData } from './commit/offline-messages.ts'
import { ruleDeliveries } from './commit/rule-deliveries.ts'
import { contactData } from './contact/erase.ts'
import { makeRetain } from './erasure/retain.ts'
import { watchErasures } from './erasure/watch-erasures.ts'
import { watchTimers } from './timers.ts'

const DAY = 24 * 3600 * 1000

const clearAnswers = statement(
  'clear_answers',
  'delete from idempotency where ctid = any(array(select ctid from idempotency where at < $1 limit $2)) returning 1',
)
const clearErasures = statement(
  'clear_erasures',
  'delete from erasure where ctid = any(array(select ctid from erasure where finished_at < $1 limit $2)) returning 1',
)

type Needs = Pick<
  Services,
  | 'db'
  | 'clock'
  | 'log'
  | 'losses'
  | 'processes'
  | 'directory'
  | 'chatEvents'
  | 'commit'
  | 'locate'
  | 'erasures'
  | 'reassignment'
> & {
  /** The endpoint of a kind of delivery and of the id of its bot or channel. */
  readonly endpointOf: (kind: string, to: number) => string
}

/** Chats: the deliveries of the rules, timers, and erasure. */
export function conversation(needs: Needs): Module {
  const {
    db,
    clock,
    log,
    losses,
    processes,
    directory,
    chatEvents,
    commit,
    locate,
    erasures,
    reassignment,
    endpointOf,
  } = needs
  const retain = makeRetain({
    db,
    erasures,
    onError: warning(log, 'a chat whose retention time is over could not be erased; the server tries again in an hour'),
    keeps: () => directory.accounts().map(({ id, settings }) => ({ account: id, days: settings.keepDays })),
  })
  const timers = () =>
    watchTimers({
      db,
      clock,
      commit,
      processes,
      onError: warning(log, 'a due timer of a chat could not be handled; the server tries again'),
    })
  const erasedElsewhere = () =>
    watchErasures({
      db,
      clock,
      chatEvents,
      losses,
      onError: warning(log, 'polling for erasures of other processes failed'),
    })
  return {
    name: 'conversation',
    effects: [ruleDeliveries(endpointOf), offlineEffect],
    personalData: { offline_messages: offlineMessageData, contacts: contactData(db) },
    subscriptions: [{ onErased: ({ account, chats }) => locate.forget(account, chats) }],
    jobs: [
      { start: timers },
      { start: reassignment.start },
      { start: erasures.start },
      ...(db.kind === 'server' ? [{ start: erasedElsewhere }] : []),
    ],
    cleanups: [rowsAfter(db, clearAnswers, DAY), { step: retain }, rowsAfter(db, clearErasures, DAY)],
    gauges: [
      { name: 'deskbell_commands_waiting', help: 'Commands that wait for a commit', read: () => commit.waiting },
    ],
  }
}
