import type { Client, QueryResultRow } from 'pg'
import type { Db } from '../../db/db.ts'
import type { Clock } from '../../platform/clock.ts'
import { endHolder, enterStatement, leaveStatement, lookStatement, noticeSoon, takeLock } from './statements.ts'

/** How often a process looks for the others, and how soon again when one seems to have died (ms). */
const LOOK_EVERY = 500
const LOOK_AGAIN = 250
/** A process that every look has missed for so long has died; one that has lost its connection connects again before (ms). */
const MISSED_FOR = 700
/** A connection that was lost is opened again at once, and after so long when that fails (ms). */
const RETRY = 250
/** A look that takes longer means that the connection is lost (ms). */
const DEADLINE = 5000
/**
 * A process that has just connected, or whose database has just started, buries no other: they may be connecting again, too (ms).
 */
const PATIENCE = 3000

interface Seen {
  readonly id: string
  readonly alive: boolean
  readonly up: Date
}

export interface SignOfLifeOptions {
  readonly db: Db
  readonly clock: Clock
  readonly id: string
  readonly version: string
  readonly log: { warn(fields: object, message: string): void }
  /** The processes that live or have died and are not buried yet, in order. */
  readonly look: (processes: readonly string[]) => void
  /** Removes a process that has died. */
  readonly bury: (id: string) => Promise<void>
}

/**
 * Holds the lock of this process on a connection of its own, and looks for those of the others. A lost connection is opened again.
 * `begun` resolves when this process can be seen.
 */
export function keepAlive(options: SignOfLifeOptions): { readonly begun: Promise<void>; close(): Promise<void> } {
  const { db, clock, id, version, log, look, bury } = options
  const { promise: begun, resolve: hasBegun } = Promise.withResolvers<void>()
  let closed = false
  let wake = () => {}
  let isLogged = false

  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      const cancel = clock.after(ms, resolve)
      wake = () => {
        cancel()
        resolve()
      }
    })

  async function live(): Promise<void> {
    while (!closed) {
      try {
        await withConnection(async (client) => {
          await enter(client)
          isLogged = false
          hasBegun()
          await watch(client)
          await ask(client, leaveStatement, [id])
        })
      } catch (error) {
        if (closed) break
        if (isLogged) await pause(RETRY)
        else log.warn({ err: error }, 'this process lost the connection that shows that it lives; it connects again')
        isLogged = true
      }
    }
    hasBegun()
  }

  /** `use` may query the database beside the connection. */
  async function withConnection(use: (client: Client) => Promise<void>): Promise<void> {
    const [opened, over] = [Promise.withResolvers<Client>(), Promise.withResolvers<void>()]
    const held = db.administer(async (client) => {
      opened.resolve(client)
      await over.promise
    })
    held.catch(opened.reject)
    try {
      await use(await opened.promise)
    } finally {
      over.resolve()
      await held
    }
  }

  async function enter(client: Client): Promise<void> {
    await ask(client, noticeSoon, [])
    const [lock] = await ask<{ taken: boolean }>(client, takeLock, [id])
    if (!lock?.taken) {
      // The database may not notice for long that it has ended.
      await ask(client, endHolder, [id])
      throw new Error('the lock of this process is still held by its last connection')
    }
    await ask(client, enterStatement, [id, version, new Date(clock.now())])
  }

  /** Looks until this process closes. Throws when the connection is lost. */
  async function watch(client: Client): Promise<void> {
    const enteredAt = clock.now()
    /** Since when each one is missed. */
    let missing: ReadonlyMap<string, number> = new Map()
    while (!closed) {
      const seen = await ask<Seen>(client, lookStatement, [])
      // Another process took this one for dead while it had no connection.
      if (!seen.some((one) => one.id === id)) await ask(client, enterStatement, [id, version, new Date(clock.now())])
      const dead = seen.filter((one) => !one.alive && one.id !== id)
      const now = clock.now()
      missing = new Map(dead.map(({ id: one }) => [one, missing.get(one) ?? now]))
      const isPatient = now - Math.max(enteredAt, seen[0]?.up.getTime() ?? 0) < PATIENCE
      const buried = isPatient ? [] : dead.filter((one) => now - (missing.get(one.id) ?? now) >= MISSED_FOR)
      for (const one of buried) await bury(one.id)
      look(seen.filter((one) => !buried.includes(one)).map((one) => one.id))
      if (!closed) await pause(missing.size > 0 ? LOOK_AGAIN : LOOK_EVERY)
    }
  }

  /** A connection that does not answer is lost: without its end, it would be waited for as long as the network does. */
  async function ask<R>(client: Client, text: string, values: readonly unknown[]): Promise<R[]> {
    const cancel = clock.after(DEADLINE, () =>
      client.connection.stream.destroy(new Error('the database does not answer')),
    )
    try {
      return (await client.query<R & QueryResultRow>(text, [...values])).rows
    } finally {
      cancel()
    }
  }

  const lived = live()
  return {
    begun,
    async close() {
      closed = true
      wake()
      await lived
    },
  }
}
