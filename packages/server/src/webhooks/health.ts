import type { Db, Tx } from '../db/db.ts'
import { coalesce } from '../db/coalesce.ts'
import type { Directory } from '../settings/directory.ts'
import { catchUp } from './catch-up.ts'
import { disableWebhook, markFailing, markWorking, tellFailing, type Noted } from '../settings/webhook-failing.ts'
import type { Clock } from '../platform/clock.ts'

/** A webhook that takes nothing for so long is disabled (ms, C19). */
export const FAILING_MAX = 5 * 24 * 3600 * 1000

/** One that takes one event and not the next is not noted with each: so long it must last (ms). */
const NOTED_AFTER = 60_000
/** A failure that nothing followed for so long says nothing of the next one (ms). */
const FORGOTTEN_AFTER = 600_000
/** Its owners are told when it has taken nothing for so long (ms): a restart of a CRM is nobody's concern. */
const TOLD_AFTER = 3600 * 1000

export interface Health {
  /** An attempt to it failed. */
  failed(account: number, webhook: number, reason: string): void
  /** It took an event. */
  worked(account: number, webhook: number): void
  /** It said that it is gone for good (410). */
  gone(account: number, webhook: number): void
  /** Resolves when everything that was noted is written. */
  settled(): Promise<void>
}

export interface HealthTools {
  readonly db: Db
  readonly clock: Clock
  readonly directory: Directory
  readonly onError: (error: unknown) => void
}

/**
 * Since when a webhook takes nothing, and what follows: after an hour its owners are told, after five days, or a 410, it is
 * disabled. Kept on its row, so that every process knows; one that works costs nothing, and many that fail at once, as when
 * a network breaks, are noted at once.
 */
export function makeHealth({ db, clock, directory, onError }: HealthTools): Health {
  const noting = new Map<string, Promise<void>>()
  /** When those began to fail of which nothing is written yet (ms). */
  const first = new Map<string, { began: number; last: number }>()
  const written = <T extends Pick<Noted, 'account' | 'webhook'>>(
    mark: (tx: Tx, all: readonly T[]) => Promise<unknown>,
  ) =>
    coalesce(async (all: readonly T[]): Promise<undefined[]> => {
      // In one order in every process, so that none waits for another in a circle.
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

  /** One at a time for each webhook: what a thousand attempts find is one fact. */
  function note(noted: Noted, write: (noted: Noted) => Promise<unknown>): void {
    const key = keyOf(noted)
    if (!noting.has(key)) put(key, () => write(noted))
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
        // What another process has heard in the meantime is not known here.
        const began = known && at - known.last < FORGOTTEN_AFTER ? known.began : at
        first.set(key, { began, last: at })
        if (at - began < NOTED_AFTER) return
        first.delete(key)
        note({ ...noted, at: began }, failing)
      } else if (at - since >= FAILING_MAX) {
        const failingSince = at - FAILING_MAX
        note({ ...noted, failingSince, reason: `It took nothing for five days: ${reason}` }, disabling)
      } else if (at - since >= TOLD_AFTER && !record.failing?.told)
        note({ ...noted, failingSince: at - TOLD_AFTER }, telling)
    },
    worked(account, webhook) {
      first.delete(keyOf({ account, webhook }))
      const record = directory.webhook(account, webhook)
      if (!record?.failing || record.state === 'disabled') return
      const { since } = record.failing
      const at = clock.now()
      note({ account, webhook, at, reason: '' }, async (noted) => {
        await working(noted)
        await catchUp(db, { account, webhook, since, at })
      })
    },
    gone(account, webhook) {
      // It is said once: whatever else is being noted, this is too.
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
