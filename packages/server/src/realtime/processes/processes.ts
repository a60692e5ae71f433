import type { Db, Tx } from '../../db/db.ts'
import type { ModuleLeases } from '../../db/process-leases.ts'
import { retrySerialization } from '../../db/retry.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Ids } from '../../platform/ids.ts'
import { removeDead } from './statements.ts'
import { keepAlive } from './sign-of-life.ts'

/** The processes of this installation. */
export interface Processes {
  /** The id of this process: eight hexadecimal digits. */
  readonly id: string
  /** A UUID that begins with the id of this process. Leases are taken with such ones, so that they can be ended with it. */
  uuid(): string
  /** The ids of those that live, this one among them, in the same order at each. */
  living(): readonly string[]
  /**
   * This process's part of work that any process may do: the numbers that leave `rest` when they are divided by `of`. While a
   * process comes or goes, others may have the same part for half a second, and one part may have none.
   */
  part(): { readonly of: number; readonly rest: number }
  /** Whether `living` was read in the last two seconds. */
  isCurrent(): boolean
  /** Calls fn when a process has come, left or died. Returns the function that ends the subscription. */
  onChange(fn: () => void): () => void
  /** Calls fn when another process has left or died. Returns the function that ends the subscription. */
  onEnded(fn: (id: string) => void): () => void
  /** This process leaves. To be called when it has released its leases. */
  close(): Promise<void>
}

export interface ProcessesOptions {
  readonly db: Db
  readonly clock: Clock
  readonly ids: Pick<Ids, 'uuid'>
  readonly version: string
  readonly log: { warn(fields: object, message: string): void }
  /** Of all modules. Complete when the server has started. */
  readonly leases: readonly ModuleLeases[]
}

export const PROCESS_ID_LENGTH = 8
/** What was read longer ago may be different now (ms). */
const CURRENT = 2000

/**
 * Registers this process, and resolves when the others can see it. Each process holds a lock on a connection of its own, which ends
 * with it: the others find within about a second that it has died, and one of them ends its leases. A process that is frozen
 * lives: its leases end by their time. With the embedded database there is one process.
 */
export async function openProcesses(options: ProcessesOptions): Promise<Processes> {
  const { db, clock, ids, version, log, leases } = options
  const id = ids.uuid().slice(0, PROCESS_ID_LENGTH)
  const listeners = new Set<(id: string) => void>()
  const changeListeners = new Set<() => void>()
  let living: readonly string[] = [id]
  let lookedAt = -Infinity

  async function bury(dead: string): Promise<void> {
    const uuidOf = (digit: string) => `${dead}-${[4, 4, 4, 12].map((length) => digit.repeat(length)).join('-')}`
    const end = async (tx: Tx) => {
      if ((await tx.query(removeDead, [dead])).length === 0) return false
      const facts = { id: dead, first: uuidOf('0'), last: uuidOf('f'), now: clock.now() }
      for (const each of leases) await each.end(tx, facts)
      return true
    }
    const isOurs = await retrySerialization(() => db.transaction(end))
    if (isOurs) log.warn({ process: dead }, 'a process has died: its leases are free')
  }

  function look(found: readonly string[]): void {
    lookedAt = clock.now()
    const before = living
    living = found.includes(id) ? found : [...found, id].toSorted((a, b) => (a < b ? -1 : 1))
    const ended = before.filter((one) => !living.includes(one))
    if (before.join() !== living.join()) for (const fn of changeListeners) fn()
    for (const one of ended) for (const fn of listeners) fn(one)
    if (ended.length > 0) for (const { take } of leases) take()
  }

  const life = db.kind === 'server' ? keepAlive({ db, clock, id, version, log, look, bury }) : undefined
  await life?.begun
  return {
    id,
    uuid: () => id + ids.uuid().slice(PROCESS_ID_LENGTH),
    living: () => living,
    part: () => ({ of: living.length, rest: living.indexOf(id) }),
    isCurrent: () => !life || clock.now() - lookedAt < CURRENT,
    onChange(fn) {
      changeListeners.add(fn)
      return () => void changeListeners.delete(fn)
    },
    onEnded(fn) {
      listeners.add(fn)
      return () => void listeners.delete(fn)
    },
    async close() {
      listeners.clear()
      changeListeners.clear()
      await life?.close()
    },
  }
}
