import type { Db, Tx } from '../db/db.ts'
import { coalesce } from '../db/coalesce.ts'
import type { Directory } from '../settings/directory.ts'
import { catchUp } from './catch-up.ts'
import { disableWebhook, markFailing, markWorking, tellFailing, type Noted } from '../settings/webhook-failing.ts'
import type { Clock } from '../platform/clock.ts'

/** A webhook that has failed for this long is disabled (ms, C19). */
export const FAILING_MAX = 5 * 24 * 3600 * 1000

/** A failure must last this long before it is written, so that an unstable webhook does not cause a write per event (ms). */
const NOTED_AFTER = 60_000
/** Failures further apart than this are not one outage (ms). */
const FORGOTTEN_AFTER = 600_000
/** Owners are notified after a failure of this length, so that the restart of a CRM does not notify them (ms). */
const NOTIFIED_AFTER = 3600 * 1000

export interface Health {
  /** An attempt failed. */
  failed(account: number, webhook: number, reason: string): void
  /** The webhook accepted an event. */
  worked(account: number, webhook: number): void
  /** The webhook answered 410 Gone. */
  gone(account: number, webhook: number): void
  /** Resolves when all changes are written. */
  settled(): Promise<void>
}

export interface HealthTools {
  readonly db: Db
  readonly clock: Clock
  readonly directory: Directory
  readonly onError: (error: unknown) => void
}

/**
 * Tracks since when a webhook fails. After an hour its owners are notified; after five days, or a 410, it is disabled.
 * The state is on the webhook's row, so that every process knows it. A working webhook costs no write. Webhooks that fail
 * at the same time, as in a network outage, are written in one transaction.
 */
export function makeHealth({ db, clock, directory, onError }: HealthTools): Health {
  const noting = new Map<string, Promise<void>>()
  /** Webhooks whose first success after a failure waits to be written. */
  const recovering = new Set<string>()
  /** Failures that are not written yet: when they began, and the last one (ms). */
  const first = new Map<string, { began: number; last: number }>()
  const written = <T extends Pick<Noted, 'account' | 'webhook'>>(
    mark: (tx: Tx, all: readonly T[]) => Promise<unknown>,
  ) =>
    coalesce(async (all: readonly T[]): Promise<undefined[]> => {
      // Every process locks the rows in the same order, so that they do not deadlock.
      const inOrder = all.toSorted((a, b) => a.account - b.account || a.webhook - b.webhook)
      await db.transaction((tx) => mark(tx, inOrder))
      await Promise.all([...new Set(all.map(({ account }) => account))].map((account) => directory.refresh(account)))
      return all.map(() => undefined)
    })
  const failing = written<Noted>(markFailing)
  const working = written(markWorking)
  const telling = written<Noted>(async (tx, all) => {
    for (const one of all) await tellFailing(tx, one)
  })
  const disabling = written<Noted>(async (tx, all) => {
    for (const one of all) await disableWebhook(tx, one)
  })

  /** One write at a time per webhook; while it runs, further ones are dropped. */
  function note(noted: Noted, write: (noted: Noted) => Promise<unknown>): void {
    const key = keyOf(noted)
    if (!noting.has(key)) put(key, () => write(noted))
  }
  /** Queued and never dropped: the next success may come days later. */
  function recover(account: number, webhook: number): void {
    const key = keyOf({ account, webhook })
    if (recovering.has(key)) return
    recovering.add(key)
    put(key, async () => {
      recovering.delete(key)
      const record = directory.webhook(account, webhook)
      if (!record?.failing || record.state === 'disabled') return
      const { since } = record.failing
      const at = clock.now()
      await working({ account, webhook })
      await catchUp(db, { account, webhook, since, at })
    })
  }
  function put(key: string, write: () => Promise<unknown>): void {
    const done: Promise<void> = (noting.get(key) ?? Promise.resolve())
      .then(write)
      .then(() => {}, onError)
      .finally(() => void (noting.get(key) === done && noting.delete(key)))
    noting.set(key, done)
  }

  return {
    failed(account, webhook, reason) {
      const record = directory.webhook(account, webhook)
      if (!record || record.state === 'disabled') return
      const at = clock.now()
      const noted = { account, webhook, at, reason }
      const since = record.failing?.since
      if (since === undefined) {
        const key = keyOf(noted)
        const known = first.get(key)
        // Successes that another process saw are unknown here.
        const began = known && at - known.last < FORGOTTEN_AFTER ? known.began : at
        first.set(key, { began, last: at })
        if (at - began < NOTED_AFTER) return
        first.delete(key)
        note({ ...noted, at: began }, failing)
      } else if (at - since >= FAILING_MAX) {
        const failingSince = at - FAILING_MAX
        note({ ...noted, failingSince, reason: `It accepted no event for five days: ${reason}` }, disabling)
      } else if (at - since >= NOTIFIED_AFTER && !record.failing?.ownersNotified)
        note({ ...noted, failingSince: at - NOTIFIED_AFTER }, telling)
    },
    worked(account, webhook) {
      const key = keyOf({ account, webhook })
      first.delete(key)
      const record = directory.webhook(account, webhook)
      if (!record || record.state === 'disabled') return
      // While a failure is being written, the record does not show it yet.
      if (record.failing || noting.has(key)) recover(account, webhook)
    },
    gone(account, webhook) {
      // The webhook may answer 410 only once, so this write is queued and never dropped.
      put(keyOf({ account, webhook }), () =>
        disabling({ account, webhook, at: clock.now(), reason: 'It answered 410 Gone' }),
      )
    },
    async settled() {
      await Promise.all(noting.values())
    },
  }
}

const keyOf = ({ account, webhook }: Pick<Noted, 'account' | 'webhook'>): string => `${account}:${webhook}`
