import { coalesce } from '../db/coalesce.ts'
import type { Db } from '../db/db.ts'
import type { Clock } from '../platform/clock.ts'
import type { Keys } from '../platform/crypto.ts'
import { isAt, toSnapshot } from './account-snapshot.ts'
import { makeAccountsInMemory } from './accounts-in-memory.ts'
import { readStates, type AccountState } from './read/account-state.ts'
import { readMoved } from './read/moved-accounts.ts'
import type { Records } from './records.ts'

export type {
  AccountRecord,
  AgentRecord,
  BotRecord,
  ChannelRecord,
  DepartmentRecord,
  WebhookRecord,
} from './records.ts'

/** The records, kept as the tables are. */
export interface Directory extends Records {
  /**
   * Resolves when everything that was committed before the call is in the directory: of this account, or of all. Only an
   * account whose revision has moved is read again.
   */
  refresh(account?: number): Promise<void>
  /** Calls fn for each account that has changed, with the new records in place. The returned function ends it. */
  onChange(fn: (account: number) => void): () => void
  close(): void
}

/** How often another process's changes are looked for, should its bell be lost (ms). */
const POLL = 2000

export interface Sources {
  db: Db
  keys: Keys
  clock: Clock
  log: { error(fields: object, message: string): void }
}

/** Reads all accounts and keeps them as the tables are. Throws when a stored secret cannot be read. */
export async function openDirectory({ db, keys, clock, log }: Sources): Promise<Directory> {
  const memory = makeAccountsInMemory()
  const listeners = new Set<(account: number) => void>()
  let closed = false

  /** Brings these accounts to what their states say; one without a state is gone. */
  async function bringTo(accounts: readonly number[], states: ReadonlyMap<number, AccountState>): Promise<void> {
    const moved = accounts.flatMap((account) => {
      const state = states.get(account)
      return state ? [{ account, state, before: memory.find(account) }] : []
    })
    const stored = await readMoved(db, moved, { keys, clock })
    for (const account of accounts) {
      const [state, found] = [states.get(account), stored.get(account)]
      if (state && found) memory.put(toSnapshot(found, state))
      else memory.drop(account)
    }
  }

  const differing = (accounts: Iterable<number>, states: ReadonlyMap<number, AccountState>): number[] =>
    [...new Set(accounts)].filter((account) => !isAt(memory.find(account), states.get(account)))

  /** One reading at a time. A call during one asks for another: what is being read may be older than the call. */
  const refreshOne = coalesce(async (accounts: readonly number[]) => {
    // The revisions first: what changes during the reading is then read again, never missed.
    const states = await readStates(db, accounts)
    const changed = differing(accounts, states)
    await bringTo(changed, states)
    for (const account of changed) for (const fn of listeners) fn(account)
    return accounts.map(() => undefined)
  })

  const refreshAll = coalesce(async (calls: readonly undefined[]) => {
    const states = await readStates(db)
    const changed = differing([...states.keys(), ...memory.numbers()], states)
    // One that cannot be read keeps the others from nothing.
    const done = await Promise.allSettled(changed.map(refreshOne))
    for (const one of done) if (one.status === 'rejected') throw one.reason
    return calls
  })

  async function refresh(account?: number): Promise<void> {
    await (account === undefined ? refreshAll(undefined) : refreshOne(account))
  }

  let cancel = () => {}
  function poll(): void {
    refresh()
      .catch((error: unknown) => log.error({ err: error }, 'the directory could not be read; the one before is used'))
      .finally(() => {
        if (!closed) cancel = clock.after(POLL, poll)
      })
  }

  const states = await readStates(db)
  await bringTo([...states.keys()], states)
  cancel = clock.after(POLL, poll)
  return {
    ...memory.records,
    refresh,
    onChange(fn) {
      listeners.add(fn)
      return () => void listeners.delete(fn)
    },
    close() {
      closed = true
      cancel()
      listeners.clear()
    },
  }
}
