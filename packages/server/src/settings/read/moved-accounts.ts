import type { Db } from '../../db/db.ts'
import type { AccountSnapshot } from '../account-snapshot.ts'
import type { AccountState } from './account-state.ts'
import type { Opening } from './opening.ts'
import { readAgents } from './people.ts'
import { readStoredAccounts, type StoredAccount } from './stored-accounts.ts'

/** An account as the directory has it, and its present state. */
export interface Moved {
  readonly account: number
  readonly before: Pick<AccountSnapshot, 'state' | 'stored'> | undefined
  readonly state: AccountState
}

/** Reads what has changed: the whole account, only its agents, or nothing. A deleted account is left out. */
export async function readMoved(db: Db, all: readonly Moved[], opening: Opening): Promise<Map<number, StoredAccount>> {
  const whole: number[] = []
  const ofAgents: number[] = []
  const stored = new Map<number, StoredAccount>()
  for (const { account, before, state } of all) {
    if (before?.state.revision !== state.revision) whole.push(account)
    else stored.set(account, before.stored)
    if (before?.state.revision === state.revision && before.state.agentsRevision !== state.agentsRevision)
      ofAgents.push(account)
  }
  if (whole.length > 0) for (const one of await readStoredAccounts(db, whole, opening)) stored.set(one.account.id, one)
  if (ofAgents.length > 0) {
    const agents = Map.groupBy(await readAgents(db, ofAgents), ({ accountId }) => accountId)
    for (const account of ofAgents) {
      const before = stored.get(account)
      if (before) stored.set(account, { ...before, agents: agents.get(account) ?? [] })
    }
  }
  return stored
}
