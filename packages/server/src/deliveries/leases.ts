import type { Db } from '../db/db.ts'
import { coalesce } from '../db/coalesce.ts'
import type { HeldDelivery } from './delivery.ts'
import { extendStatement, standStatement } from './rows.ts'

/** A lease that is to last until then (ms). */
export interface Extension {
  readonly delivery: HeldDelivery
  readonly until: number
}

/** What a process asks of the leases that it holds. Both resolve with false when the row is gone or has another token. */
export interface Leases {
  /** Whether the store still has the delivery with our token. */
  stands(delivery: HeldDelivery): Promise<boolean>
  /** Makes the lease longer. */
  extend(extension: Extension): Promise<boolean>
  /** Makes many longer in one statement; resolves with the numbers of those that stood. */
  extendAll(held: readonly HeldDelivery[], until: number): Promise<ReadonlySet<number>>
}

/** Questions that are asked at once go in one statement: a thousand retries at a time cost the others a few. */
export function makeLeases(db: Db): Leases {
  const stand = async (held: readonly HeldDelivery[]) => toIds(await db.query(standStatement, keysOf(held)))
  const extendEach = async (extensions: readonly Extension[]) => {
    const held = extensions.map(({ delivery }) => delivery)
    const ends = extensions.map(({ until }) => new Date(until))
    return toIds(await db.query(extendStatement, [...keysOf(held), ends]))
  }

  return {
    stands: coalesce(async (held: readonly HeldDelivery[]) => {
      const ids = await stand(held)
      return held.map(({ id }) => ids.has(id))
    }),
    extend: coalesce(async (extensions: readonly Extension[]) => {
      const ids = await extendEach(extensions)
      return extensions.map(({ delivery }) => ids.has(delivery.id))
    }),
    extendAll: (held, until) => extendEach(held.map((delivery) => ({ delivery, until }))),
  }
}

const keysOf = (held: readonly HeldDelivery[]) => [
  held.map(({ account }) => account),
  held.map(({ id }) => id),
  held.map(({ token }) => token),
]

const toIds = (rows: readonly { id: number }[]): ReadonlySet<number> => new Set(rows.map(({ id }) => id))
