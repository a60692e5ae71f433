import { statement } from '../db/statement.ts'
import { rowsAfter } from '../maintenance/cleanups.ts'
import type { Module } from '../module.ts'
import type { Services } from '../services.ts'
import { endDeliveryLeases } from './abandoned.ts'

/** How long the delivery log is kept (ms). */
const KEPT = 30 * 24 * 3600 * 1000

const clearDeliveries = statement(
  'clear_deliveries',
  `with gone as (
     delete from delivery where ctid = any(array(select ctid from delivery where finished_at < $1 limit $2))
     returning account_id, id),
   attempts as (delete from attempt a using gone where a.account_id = gone.account_id and a.delivery_id = gone.id)
   select 1 from gone`,
)

/** Keeps the delivery log for 30 days, and removes erased deliveries from the worker's memory. */
export function deliveries({ db, worker, digest }: Pick<Services, 'db' | 'worker' | 'digest'>): Module {
  return {
    name: 'deliveries',
    subscriptions: [
      {
        onErased({ account, channel, who, chats, whole }) {
          const erasedChats = new Set(chats)
          const isVisitor = (key: string | null) => key !== null && digest(account, channel, key) === who
          worker.discard(
            (one) =>
              one.account === account &&
              (one.chat === null
                ? whole && one.channel === channel && isVisitor(one.recipient)
                : erasedChats.has(one.chat)),
          )
        },
      },
    ],
    cleanups: [rowsAfter(db, clearDeliveries, KEPT)],
    leases: { end: endDeliveryLeases, take: worker.sweep },
    gauges: [
      {
        name: 'deskbell_deliveries_held',
        help: 'Deliveries that are leased to this process',
        read: () => worker.leased,
      },
    ],
  }
}
