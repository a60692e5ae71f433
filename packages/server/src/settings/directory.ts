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
  TagRecord,
  WebhookRecord,
} from './records.ts'

/** The settings of all accounts in memory, kept equal to the tables. */
export interface Directory extends Records {
  /**
   * Resolves when the directory has everything that was committed before the call, for this account or for all. Only an
   * account whose revision has changed is read again.
   */
  refresh(account?: number): Promise<void>
  /**
   * Calls fn for each account that has changed, after its records were replaced. Returns a function that ends the
   * subscription.
   */
  onChange(fn: (account: number) => void): () => void
  close(): void
}

/** How often the directory polls for changes by other processes, in case a bus message is lost (ms). */
const POLL = 2000

export interface Sources {
  db: Db
  keys: Keys
  clock: Clock
  log: { error(fields: object, message: string): void }
}

/** Reads all accounts and keeps them equal to the tables. Throws when a stored secret cannot be decrypted. */
export async function openDirectory({ db, keys, clock, log }: Sources): Promise<Directory> {
  const memory = makeAccountsInMemory()
  const listeners = new Set<(account: number) => void>()
  let closed = false

  /** Updates these accounts to their given states. An account without a state was deleted. */
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

  /**
   * One read at a time. A call during a read starts another one, because the data being read may be older than the
   * call.
   */
  const refreshOne = coalesce(async (accounts: readonly number[]) => {
    // The revisions are read first: a change during the read is then read again, never missed.
    const states = await readStates(db, accounts)
    const changed = differing(accounts, states)
    await bringTo(changed, states)
    for (const account of changed) for (const fn of listeners) fn(account)
    return accounts.map(() => undefined)
  })

  const refreshAll = coalesce(async (calls: readonly undefined[]) => {
    const states = await readStates(db)
    const changed = differing([...states.keys(), ...memory.numbers()], states)
    // An account that fails does not prevent the update of the others.
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
      .catch((error: unknown) => log.error({ err: error }, 'the directory could not be read; the last state is used'))
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
