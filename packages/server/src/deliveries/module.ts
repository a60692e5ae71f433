import { statement } from '../db/statement.ts'
import { rowsAfter } from '../maintenance/cleanups.ts'
import type { Module } from '../module.ts'
import { warning } from '../platform/log.ts'
import type { Services } from '../services.ts'
import { endDeliveryLeases } from './abandoned.ts'
import { readHeld, releaseKinds } from './held.ts'
import type { DeliveryKinds } from './kinds.ts'

const DAY = 24 * 3600 * 1000
/** A delivery waits so many days for a paused webhook: its first attempts are older than its end. */
const WAITS = 30

const clearDeliveries = statement(
  'clear_deliveries',
  `with gone as (
     delete from delivery where ctid = any(array(select ctid from delivery where finished_at < $1 limit $2))
       and finished_at < $1
     returning account_id, id),
   attempts as (delete from attempt a using gone where a.account_id = gone.account_id and a.delivery_id = gone.id)
   select 1 from gone`,
)

type Needs = Pick<Services, 'clock' | 'config' | 'db' | 'digest' | 'log' | 'worker'> & { readonly kinds: DeliveryKinds }

/** Keeps the delivery log for `LOG_DAYS`, and removes erased deliveries from the worker's memory. */
export function deliveries({ clock, config: { logDays }, db, digest, kinds, log, worker }: Needs): Module {
  /** After a restore, what leaves the desk is held until an operator decides. */
  async function tellOfHeld(): Promise<void> {
    const inside = [...kinds].flatMap(([kind, { staysInside }]) => (staysInside ? [kind] : []))
    await releaseKinds(db, inside, clock.now())
    const held = await readHeld(db)
    if (held)
      log.warn(
        { kinds: Object.fromEntries(held.kinds.map(({ kind, count }) => [kind, count])) },
        'this desk was restored from a backup: what was to be sent in it is held. Decide with: npm run held -- send, or: npm run held -- discard',
      )
  }
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
    cleanups: [rowsAfter(db, clearDeliveries, logDays * DAY)],
    // They are removed with their deliveries.
    kept: [{ name: 'attempt', kept: (logDays + WAITS) * DAY }],
    jobs: [
      {
        start() {
          const told = tellOfHeld().catch(warning(log, 'the deliveries that are held could not be read'))
          return () => told
        },
      },
    ],
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
